import type { LeadState } from '../../../schemas/desk/leads.ts'
import { HELD_STATE, STATES } from './leadScreen.ts'

/** State of a lead at a buyer: a word, a sign and a color. */
export function StateMark({ state, isHeld = false }: { state: LeadState; isHeld?: boolean }) {
  return (
    <span className="state" data-state={state}>
      {isHeld ? HELD_STATE : STATES[state]}
    </span>
  )
}
