import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { flatten } from '../answers/data.ts'
import type { StepData } from '../answers/stepData.ts'
import { EARLIEST_INJURY_YEAR } from '../kernel/dates.ts'
import { inputs } from '../elements/elements.ts'
import { isA } from '../elements/kinds.ts'
import { says } from '../languages/language.ts'
import { fieldOf } from '../answers/fields.ts'
import { inputFields, type FieldError } from './validations.ts'

/** Injury dates that the widget does not offer: before the earliest year, or after `today` (YYYY-MM-DD). Source: spec, section 2
 *  "Injury-date selectors". */
export function impossibleInjuries(flow: Flow, step: Step, data: StepData, today: string): FieldError[] {
  const { DATE_ERRORS } = says(flow)
  return inputs(step).flatMap((element) => {
    if (!isA(element, 'injury_date')) return []
    const fields = flatten(data)
    const [year, month] = inputFields(flow, element)
    if (!year || !month) return []
    const [y, m] = [fieldOf(fields, year.field), fieldOf(fields, month.field)]
    if (y === undefined) return []
    if (Number(y) < EARLIEST_INJURY_YEAR)
      return [{ field: year.field, message: DATE_ERRORS.yearOrLater(year.label, EARLIEST_INJURY_YEAR) }]
    if (Number(y) === EARLIEST_INJURY_YEAR && m !== undefined && m !== FIRST_MONTH)
      return [{ field: month.field, message: DATE_ERRORS.mustBe(month.label, FIRST_MONTH) }]
    const at = m === undefined ? { ...year, until: 4 } : { ...month, until: 7 }
    const chosen = m === undefined ? String(y) : `${String(y)}-${String(m)}`
    return chosen > today.slice(0, at.until)
      ? [{ field: at.field, message: DATE_ERRORS.inFuture(at.label) }]
      : []
  })
}

/** The earliest year includes all before it, so no other month of it makes sense. */
const FIRST_MONTH = '01'
