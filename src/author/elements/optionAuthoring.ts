import type { ElementOf } from '../../../schemas/elements/element.ts'
import { passes } from './typed.ts'
import { ONE_VALUE, type Authoring } from './authoring.ts'

/** One of several options, in whatever form. */
export const optionAuthoring: Authoring<ElementOf<'dropdown' | 'radio'>> = {
  fitting: ['required', 'min', 'max', 'same_as', 'not_before', 'not_after'],
  isTyped: false,
  answering({ element, required, fields, options }) {
    const values = options
      .map(({ backend_field_value }) => backend_field_value)
      .filter((value) => element.validations.local.every((check) => passes(check, value)))
    return { ...ONE_VALUE, required, element, field: fields[0]!.field, values }
  },
  invent: ({ weighted }, _, { options }) =>
    weighted(options.map(({ backend_field_value }) => backend_field_value)),
}
