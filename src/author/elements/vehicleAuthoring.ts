import type { ElementOf } from '../../../schemas/elements/element.ts'
import { isAnything, typedValues } from './typed.ts'
import type { Authoring } from './authoring.ts'

export const vehicleAuthoring: Authoring<ElementOf<'vehicle'>> = {
  fitting: ['required'],
  isTyped: true,
  answering({ element, required, fields }, { args, seeds }) {
    const { local } = element.validations
    return {
      kind: 'parts',
      element,
      required,
      parts: fields.map(({ id, field }) => {
        const typed = { natural: NATURAL[id] ?? [], fits: id === 'year' ? isYear : isAnything, local }
        return { field, values: typedValues(typed, args(field), seeds(field)) }
      }),
    }
  },
  invent: () => ({ year: '2015', make: 'Honda', model: 'Civic' }),
}

const NATURAL: Record<string, string[]> = { year: ['2016'], make: ['Toyota'], model: ['Camry'] }

function isYear(value: string): boolean {
  return /^\d{4}$/.test(value)
}
