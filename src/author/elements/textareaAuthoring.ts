import type { ElementOf } from '../../../schemas/elements/element.ts'
import { isAnything, typedValues } from './typed.ts'
import { ONE_VALUE, type Authoring } from './authoring.ts'
import { VALIDATION_AUTHORING } from './validationAuthoring.ts'

export const textareaAuthoring: Authoring<ElementOf<'textarea'>> = {
  fitting: ['required', 'description', 'same_as'],
  isTyped: true,
  answering({ element, required, fields }, { args, seeds }) {
    const { field } = fields[0]!
    const { local } = element.validations
    const values = typedValues(
      { natural: [VALIDATION_AUTHORING.description.sample], fits: isAnything, local },
      args(field),
      seeds(field),
    )
    return { ...ONE_VALUE, required, element, field, values }
  },
  invent: () => 'I was stopped at a light when another car hit me from behind, and my neck still hurts.',
}
