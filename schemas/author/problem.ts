import { Type, type Static } from 'typebox'
import { ConfirmMethod } from '../people/confirm.ts'
import { AnswerScript } from './script.ts'
import { closed, oneOf } from '../kernel/shape.ts'

/** Path to a part of a document: keys and indices. */
export const Place = Type.Array(Type.Union([Type.String(), Type.Integer()]))

/** A rule that a problem refers to, other than the one at its own path. */
const namedRule = {
  at: { ...Place, description: 'The path into the document.' },
  step: Type.String({ description: 'Whose rule it is: offer/step.' }),
  rule: Type.String({ description: 'The rule in words.' }),
}

const RULES = { description: 'The rules that it speaks of, where there are several.' }
const CONFLICT = { description: 'The rules that are at odds: the fewest that already leave no way.' }

/** Position in a document's text; both count from 1, columns in UTF-16 units. */
const position = {
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 }),
}

/** A problem in an author's document: where, what, and what would be right. */
const problem = {
  code: Type.String({ description: 'A stable name for this kind of problem.' }),
  at: { ...Place, description: 'The path into the document.' },
  message: Type.String({ description: 'What is wrong.' }),
  hint: Type.String({ description: 'What would be right.' }),
  witness: Type.Optional(
    closed(AnswerScript.properties, {
      description: 'A visitor whom it meets: an answer script, which leadloom simulate plays.',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      description: 'What the proof takes for granted: of what people type, or of the day they come.',
    }),
  ),
}
/** A value in a document. */
const written = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
export const Problem = closed({
  ...problem,
  correction: Type.Optional(
    closed(
      { written, right: written },
      {
        description:
          'Where the hint names it: what is written, or a part of it, and what to write in its place.',
      },
    ),
  ),
  conflict: Type.Optional(Type.Array(closed(namedRule), CONFLICT)),
  rules: Type.Optional(Type.Array(closed(namedRule), RULES)),
})
export type Problem = Static<typeof Problem>

/** Severity of a problem. */
export const Weight = oneOf(['error', 'warning'], {
  description:
    'error: it stops a publish. warning: it does not, and harms neither visitors nor the operator.',
})
export type Weight = Static<typeof Weight>

/** A problem with its severity and its position in the document's text. */
export const Located = closed({
  file: Type.Optional(
    Type.String({
      description: 'The file beside the flow file in which it stands; without it, the flow file.',
    }),
  ),
  ...position,
  weight: Weight,
  ...problem,
  fix: Type.Optional(
    closed(
      {
        ...position,
        end_column: Type.Integer({ minimum: 1, description: 'The first column behind, on the same line.' }),
        written: Type.String({ description: 'What stands there.' }),
        text: Type.String({ description: 'What to write in its place.' }),
      },
      {
        description: 'What mends it, where the hint names one way: a change of the text.',
      },
    ),
  ),
  conflict: Type.Optional(Type.Array(closed({ ...position, ...namedRule }), CONFLICT)),
  rules: Type.Optional(Type.Array(closed({ ...position, ...namedRule }), RULES)),
})
export type Located = Static<typeof Located>

/** An HTTP refusal, application/problem+json. Source: RFC 9457. */
export const ProblemDetails = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  field: Type.Optional(Type.String({ description: 'The member of the request that is at fault.' })),
  confirm_by: Type.Optional(
    Type.Array(ConfirmMethod, {
      description:
        'With the type urn:leadloom:confirm: by what POST /api/reports/confirm is shown who is there; then the call is sent again.',
    }),
  ),
  step: Type.Optional(
    closed(
      { offer_key: Type.String(), step_key: Type.String() },
      {
        description:
          'For a step that comes too early in a visit that moved between devices: the one to answer first.',
      },
    ),
  ),
  errors: Type.Optional(
    Type.Array(
      closed({
        field: Type.String(),
        message: Type.String(),
        insistable: Type.Optional(
          Type.Literal(true, { description: 'An answer that says insisted is taken all the same.' }),
        ),
      }),
    ),
  ),
})
export type ProblemDetails = Static<typeof ProblemDetails>
