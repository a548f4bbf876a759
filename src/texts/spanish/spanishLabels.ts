import type * as English from '../visitorPage.ts'
import type { Wording } from '../languages/sameSentences.ts'

export const FIELD_LABELS: Wording<typeof English.FIELD_LABELS> = {
  date_of_birth: 'Fecha de nacimiento',
  vehicle: { year: 'Año del auto', make: 'Marca del auto', model: 'Modelo del auto' },
  injury_date: { year: 'Año', month: 'Mes' },
}

export const MONTHS: Wording<typeof English.MONTHS> = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]
