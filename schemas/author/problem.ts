import { Type, type Static } from 'typebox'
import { ConfirmMethod } from '../people/confirm.ts'
import { AnswerScript } from './script.ts'
import { closed, oneOf } from '../kernel/shape.ts'

/** Path to a part of a document: keys and indices. */
export const Place = Type.Array(Type.Union([Type.String(), Type.Integer()]))

/** A rule that a problem refers to, other than the one at its own path. */
const namedRule = {
  at: { ...Place, description: 'The path into the document.' },
  step: Type.String({ description: 'The step with the rule, as offer/step.' }),
  rule: Type.String({ description: 'The rule in words.' }),
}

const RULES = { description: 'The rules involved, if there are several.' }
const CONFLICT = { description: 'The smallest set of rules that contradict each other.' }

/** Position in a document's text; both count from 1, columns in UTF-16 units. */
const position = {
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 }),
}

/** A problem in an author's document: where, what, and what would be right. */
const problem = {
  code: Type.String({ description: 'A stable name for this kind of problem.' }),
  at: { ...Place, description: 'The path to it in the document.' },
  message: Type.String({ description: 'What is wrong.' }),
  hint: Type.String({ description: 'How to fix it.' }),
  witness: Type.Optional(
    closed(AnswerScript.properties, {
      description: 'A visitor affected by it, as an answer script for leadloom simulate.',
    }),
  ),
  law: Type.Optional(
    closed(
      {
        rule: Type.String({ description: 'The rule’s ID.' }),
        offer: Type.String({ description: 'The offer whose regimes include it.' }),
      },
      { description: 'The legal rule that the flow breaks.' },
    ),
  ),
  limit: Type.Optional(
    Type.String({
      description: 'What the proof assumes about what people type or the day they visit.',
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
        description: 'If the hint names it: what to replace, and what to replace it with.',
      },
    ),
  ),
  conflict: Type.Optional(Type.Array(closed(namedRule), CONFLICT)),
  rules: Type.Optional(Type.Array(closed(namedRule), RULES)),
})
export type Problem = Static<typeof Problem>

/** Severity of a problem. */
export const Weight = oneOf(['error', 'warning'], {
  description: 'error: blocks publishing. warning: doesn’t, and harms neither visitors nor the operator.',
})
export type Weight = Static<typeof Weight>

/** A problem with its severity and its position in the document's text. */
export const Located = closed({
  file: Type.Optional(
    Type.String({
      description: 'The file next to the flow file that has the problem. If omitted, it’s the flow file.',
    }),
  ),
  ...position,
  weight: Weight,
  ...problem,
  fix: Type.Optional(
    closed(
      {
        ...position,
        end_column: Type.Integer({ minimum: 1, description: 'The first column after it, on the same line.' }),
        written: Type.String({ description: 'The text to replace.' }),
        text: Type.String({ description: 'The replacement.' }),
      },
      {
        description: 'A change to the text that fixes it, if the hint names exactly one way.',
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
  field: Type.Optional(Type.String({ description: 'The field of the request that’s wrong.' })),
  confirm_by: Type.Optional(
    Type.Array(ConfirmMethod, {
      description:
        'With the type urn:leadloom:confirm: how to confirm your identity with POST /api/reports/confirm. Then send the call again.',
    }),
  ),
  step: Type.Optional(
    closed(
      { offer_key: Type.String(), step_key: Type.String() },
      {
        description:
          'For a step sent too early on a visit that moved between devices: the step to answer first.',
      },
    ),
  ),
  errors: Type.Optional(
    Type.Array(
      closed({
        field: Type.String(),
        message: Type.String(),
        insistable: Type.Optional(
          Type.Literal(true, {
            description: 'True if the answer is accepted when it’s sent again with insisted.',
          }),
        ),
      }),
    ),
  ),
})
export type ProblemDetails = Static<typeof ProblemDetails>
