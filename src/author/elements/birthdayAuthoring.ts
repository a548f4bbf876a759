import type { ElementOf, LocalValidation } from '../../../schemas/elements/element.ts'
import { ageOn, BIRTH_YEARS, pad, parseDay, yearsBefore } from '../../flow/kernel/dates.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import { agesOf } from '../../flow/validations/validations.ts'
import { typedValues } from './typed.ts'
import { ONE_VALUE, type Authoring } from './authoring.ts'
import { VALIDATION_AUTHORING } from './validationAuthoring.ts'

export const birthdayAuthoring: Authoring<ElementOf<'date_of_birth'>> = {
  fitting: ['required', 'date_of_birth', 'age', 'same_as', 'not_before', 'not_after'],
  isTyped: true,
  ageOf: (value, today) => (parseDay(value) === null ? null : ageOn(value, today)),
  /** If ages are limited, the valid dates depend on the day, so those at the limits come first. */
  answering({ element, required, fields }, { args, seeds, today }) {
    const { field } = fields[0]!
    const { local } = element.validations
    const ages = local.filter(({ name }) => name === 'age')
    const borders = agesAround(ages, today)
    const more = [...borders, yearsBefore(today, CHILD_AGE), ...seeds(field)]
    const values = typedValues(
      { natural: [VALIDATION_AUTHORING.date_of_birth.sample], fits: isBirthday, local },
      args(field),
      more,
    )
    if (ages.length === 0) return { ...ONE_VALUE, required, element, field, values }
    const others = values.filter((value) => !borders.includes(value))
    return {
      kind: 'parts',
      element,
      required,
      parts: [{ field, values: [...values.filter((value) => borders.includes(value)), ...others] }],
      together: ([value = ''], day) =>
        ages.every((check) => LOCAL.age.passes(value, undefined, agesOf(check, day))),
    }
  },
  invent: ({ between }) => `${between(1945, 2004)}-${pad(between(1, 12))}-${pad(between(1, 28))}`,
}

/** Age below any limit that a flow may set for adults. */
const CHILD_AGE = 10

/** Birthdays at the limits of the allowed ages, for a visitor who comes on `today`: first of the youngest, then of the oldest. */
function agesAround(ages: readonly LocalValidation[], today: string): string[] {
  return ages.flatMap(({ min, max }) => [
    ...(min === undefined ? [] : [yearsBefore(today, min)]),
    ...(max === undefined ? [] : [yearsBefore(today, max), yearsBefore(today, max + 1)]),
  ])
}

function isBirthday(value: string): boolean {
  const day = parseDay(value)
  return day !== null && day.year >= BIRTH_YEARS.min
}
