import type { ElementOf } from '../../../schemas/element.ts'
import { answer } from '../../flow/elements.ts'
import { isRequired } from '../../flow/validations/validations.ts'
import type { Authoring } from './authoring.ts'

export const ticksAuthoring: Authoring<ElementOf<'multi_select'>> = {
  fitting: ['required'],
  isTyped: false,
  answering({ flow, element, fields }) {
    const { options = [] } = answer(flow, element.question_key, element.answer_id)
    return {
      kind: 'ticks',
      required: isRequired(element),
      field: fields[0]!.field,
      options: options.map(({ backend_field_value: value, field: saved, save_to_state }) => ({
        value,
        ...(saved !== undefined && save_to_state && { saved }),
      })),
    }
  },
  invent: ({ weighted }, _, options) => [weighted(options)],
}
