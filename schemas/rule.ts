import { Type, type Static } from 'typebox'
import { closed, oneOf } from './shape.ts'

/** The six comparisons. Source: spec, section 3 "Rule". */
export const Comparison = oneOf(['neq', 'eq', 'lt', 'lte', 'gt', 'gte'], {
  description:
    'How the field is compared with arg. Two numbers (or numeric strings) compare as numbers, all else as strings, case-sensitive. neq is exactly the negation of eq; lt, lte, gt and gte never hold when either side is missing.',
})
export type Comparison = Static<typeof Comparison>

export const Condition = closed(
  {
    field: Type.String({
      minLength: 1,
      description: 'The backend field whose value is looked at.',
      examples: ['injured', 'injury_year'],
    }),
    condition: Comparison,
    arg: Type.Union([Type.String(), Type.Number(), Type.Null()], {
      description:
        'What the field is compared with. null or an empty string means "not answered". A multi-select field equals arg when it contains it.',
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
          description: 'Whether all (and, null) or any (or) of the conditions must hold.',
        }),
        conditions: Type.Array(Type.Union([Condition, Type.Ref('Rule')]), {
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
