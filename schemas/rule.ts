import { Type, type Static } from 'typebox'
import { AT_MOST, closed, explained } from './shape.ts'

/** Meaning of the six comparisons. Source: spec, section 3 "Rule"; design, section 3. */
export const COMPARISONS = {
  eq: 'the field is arg; of a multi-select, arg is among what was ticked',
  neq: 'the exact opposite of eq, so it also holds for a field that was not answered',
  lt: 'the field is less than arg',
  lte: 'the field is less than arg, or arg',
  gt: 'the field is more than arg',
  gte: 'the field is more than arg, or arg',
}

export const Comparison = explained(
  'How the field is compared with arg. Two numbers, or texts that are numbers, compare as numbers; all else as text, with capitals told from small letters. lt, lte, gt and gte never hold for a field that was not answered.',
  COMPARISONS,
)
export type Comparison = Static<typeof Comparison>

export const Condition = closed(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 80,
      description:
        'The backend field whose value is looked at: one that an earlier step asks for, or one of ui_config.fields.',
      examples: ['injured', 'injury_year'],
    }),
    condition: Comparison,
    arg: Type.Union([Type.String({ maxLength: AT_MOST.consent }), Type.Number(), Type.Null()], {
      description:
        'What the field is compared with: a text or a number. null, or an empty text, stands for "not answered".',
      examples: ['yes', 18, null],
    }),
  },
  { description: 'One comparison of one field.' },
)
export type Condition = Static<typeof Condition>

export const Rule = Type.Cyclic(
  {
    Rule: closed(
      {
        operator: Type.Union([Type.Literal('and'), Type.Literal('or'), Type.Null()], {
          description:
            'How many of the conditions must hold. and: all of them. or: at least one. null: all of them, like and.',
          default: 'and',
        }),
        conditions: Type.Array(Type.Union([Condition, Type.Ref('Rule')]), {
          maxItems: AT_MOST.conditions,
          description:
            'Comparisons, and rules within this one: at most 8 within one another. An empty list holds.',
          examples: [
            [
              { field: 'state', condition: 'eq', arg: 'TX' },
              {
                operator: 'or',
                conditions: [
                  { field: 'age', condition: 'gte', arg: 65 },
                  { field: 'disabled', condition: 'eq', arg: 'yes' },
                ],
              },
            ],
          ],
        }),
      },
      { description: 'Comparisons, and rules of its own kind, joined by and or or.' },
    ),
  },
  'Rule',
)
export type Rule = Static<typeof Rule>
