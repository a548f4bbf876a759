import type { ElementOf } from '../../../schemas/elements/element.ts'
import type { Authoring } from './authoring.ts'

export const ticksAuthoring: Authoring<ElementOf<'multi_select'>> = {
  fitting: ['required'],
  isTyped: false,
  answering: ({ required, fields, options }) => ({
    kind: 'ticks',
    required,
    field: fields[0]!.field,
    options: options.map(({ backend_field_value: value, field: saved, save_to_state, exclusive }) => ({
      value,
      ...(saved !== undefined && save_to_state && { saved }),
      ...(exclusive && { isAlone: true as const }),
    })),
  }),
  invent: ({ weighted }, _, { options }) => [
    weighted(options.map(({ backend_field_value }) => backend_field_value)),
  ],
}
