import { Type, type Static } from 'typebox'
import { AT_MOST, closed, explained } from './shape.ts'

/** Meaning of the six comparisons. Source: spec, section 3 "Rule"; design, section 3. */
export const COMPARISONS = {
  eq: 'the field is arg, or a multi-select has arg checked',
  neq: 'the exact opposite of eq, so it’s also met by a field with no answer',
  lt: 'the field is less than arg',
  lte: 'the field is less than or equal to arg',
  gt: 'the field is greater than arg',
  gte: 'the field is greater than or equal to arg',
}

export const Comparison = explained(
  'How the field is compared with arg. Numbers, or texts that are numbers, are compared as numbers. Everything else is compared as case-sensitive text. lt, lte, gt, and gte are never met by a field with no answer.',
  COMPARISONS,
)
export type Comparison = Static<typeof Comparison>

export const Condition = closed(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 80,
      description:
        'The backend field to compare, either one that an earlier step asks for or one of ui_config.fields.',
      examples: ['injured', 'injury_year'],
    }),
    condition: Comparison,
    arg: Type.Union([Type.String({ maxLength: AT_MOST.consent }), Type.Number(), Type.Null()], {
      description: 'The text or number to compare with. null or an empty text means "not answered".',
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
            'How many of the conditions must be met. and: all of them. or: at least one. null: all of them, like and.',
          default: 'and',
        }),
        conditions: Type.Array(Type.Union([Condition, Type.Ref('Rule')]), {
          maxItems: AT_MOST.conditions,
          description: 'Comparisons and nested rules, at most 8 levels deep. An empty list is always met.',
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
      { description: 'Comparisons and nested rules, combined with and or or.' },
    ),
  },
  'Rule',
)
export type Rule = Static<typeof Rule>
