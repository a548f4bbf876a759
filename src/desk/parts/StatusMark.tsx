import type { LeadStatus } from '../../../schemas/desk/leads.ts'
import { STATUSES } from './leadScreen.ts'

/** Status of a lead at a buyer: a word, a sign, and a color. */
export function StatusMark({ status }: { status: LeadStatus }) {
  return (
    <span className="state" data-state={status}>
      {STATUSES[status]}
    </span>
  )
}
