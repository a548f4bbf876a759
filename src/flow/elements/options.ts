import type { SelectOption } from '../../../schemas/flow/flow.ts'
import type { Single } from './kind.ts'

const valuesOf = (options: readonly SelectOption[]) =>
  options.map(({ backend_field_value }) => backend_field_value)

/** One of several options. */
export const dropdown = {
  property: (title, options) => ({ type: 'string', title, enum: valuesOf(options) }),
} satisfies Single

/** The same, all in sight. */
export const radio = { ...dropdown, isInRows: true } satisfies Single

/** Any subset of the options; an exclusive one must be alone. */
export const multiSelect = {
  property: (title, options, isRequired) => {
    const [alone] = options.filter(({ exclusive }) => exclusive)
    return {
      type: 'array',
      title,
      items: { type: 'string', enum: valuesOf(options) },
      uniqueItems: true,
      minItems: isRequired ? 1 : 0,
      ...(alone && { not: { minItems: 2, contains: { const: alone.backend_field_value } } }),
    }
  },
  isList: true,
  isInRows: true,
  misfit(_, { value }, { options, sentences }) {
    const alone = options.find(
      ({ exclusive, backend_field_value }) => exclusive && value.includes(backend_field_value),
    )
    return alone && value.length > 1 ? sentences.ANSWER_ERRORS.notTogether(alone.text) : null
  },
} satisfies Single
