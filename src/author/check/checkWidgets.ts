import type { InputElement, LocalValidation } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { isInput } from '../../flow/elements/kinds.ts'
import { authoringOf } from '../elements/authoringOf.ts'
import { takers, VALIDATION_AUTHORING } from '../elements/validationAuthoring.ts'
import { placed, type ValidParts, type Path, type Placed } from '../kernel/validParts.ts'
import { exclusions } from '../elements/validationClashes.ts'
import { WIDGET_PROBLEMS } from '../elements/widgetProblems.ts'

/** Checks that the widget supports its validations and mask, and that a visitor can satisfy them. */
export function checkWidgets({ steps }: ValidParts): Problem[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }) =>
      element && isInput(element)
        ? [...checkValidations(element, at), ...(authoringOf(element).check?.(element, at) ?? [])]
        : [],
    )
}

function checkValidations(element: InputElement, at: Path): Problem[] {
  const { validations } = element
  const { fitting, isCheckable } = authoringOf(element)
  const local = placed(validations.local, [...at, 'validations', 'local'])
  const misfits = local
    .filter(({ value }) => !fitting.includes(value.name))
    .map(({ at, value }) => misfit(element, value.name, [...at, 'name']))
  const external = isCheckable ? [] : placed(validations.external ?? [], [...at, 'validations', 'external'])
  return [
    ...misfits,
    ...exclusions(element, at),
    ...local.flatMap((validation) => [
      ...PARAMETERS.flatMap((parameter) => checkParameter(parameter, validation)),
      ...checkAges(validation),
    ]),
    ...external.map(({ at, value }) => misfit(element, value, at)),
  ]
}

/** Parameters that a validation takes in addition to its name. */
const PARAMETERS = [
  { key: 'arg', missing: 'no_bound', says: WIDGET_PROBLEMS.whichNumber, unused: 'unused_bound' },
  { key: 'field', missing: 'no_field', says: WIDGET_PROBLEMS.whatToCompare, unused: 'unused_field' },
] as const

function checkParameter(
  { key, missing, says, unused }: (typeof PARAMETERS)[number],
  { at, value }: Placed<LocalValidation>,
): Problem[] {
  const { name } = value
  const { takes } = VALIDATION_AUTHORING[name]
  const isAsked = takes?.key === key
  if (isAsked === (value[key] !== undefined)) return []
  return [
    isAsked
      ? {
          code: missing,
          at,
          ...WIDGET_PROBLEMS.argMissing(name, says, key, takes.what),
        }
      : {
          code: unused,
          at: [...at, key],
          ...WIDGET_PROBLEMS.argUnused(name, key),
          hint:
            takes?.key === 'ages'
              ? WIDGET_PROBLEMS.agesBounds
              : WIDGET_PROBLEMS.onlyThese(key, takers(key).join(', ')),
        },
  ]
}

/** Checks allowed ages: at least one bound, and some age between two. */
function checkAges({ at, value: { name, arg, min, max } }: Placed<LocalValidation>): Problem[] {
  if (VALIDATION_AUTHORING[name].takes?.key !== 'ages')
    return (['min', 'max'] as const)
      .filter((key) => (key === 'min' ? min : max) !== undefined)
      .map((key) => ({
        code: 'unused_bound',
        at: [...at, key],
        ...WIDGET_PROBLEMS.unusedBound(name, key),
      }))
  if (min === undefined && max === undefined && arg !== undefined) return []
  if (min === undefined && max === undefined)
    return [
      {
        code: 'no_bound',
        at,
        ...WIDGET_PROBLEMS.noBound,
      },
    ]
  if (min === undefined || max === undefined || min <= max) return []
  return [
    {
      code: 'validations_clash',
      at,
      ...WIDGET_PROBLEMS.agesClash(min, max),
    },
  ]
}

function misfit(element: InputElement, name: string, at: Path): Problem {
  return {
    code: 'validation_misfit',
    at,
    ...WIDGET_PROBLEMS.validationMisfit(name, element.widget, authoringOf(element).fitting.join(', ')),
  }
}
