import type { LeadState } from '../../schemas/desk/leads.ts'
import { STATES } from '../texts/desk/leadScreen.ts'

/** What became of a lead at a buyer, in a word, a sign and a colour. */
export function StateMark({ state }: { state: LeadState }) {
  return (
    <span className="state" data-state={state}>
      {STATES[state]}
    </span>
  )
}
