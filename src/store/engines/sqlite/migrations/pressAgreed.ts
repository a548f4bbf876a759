import type { DatabaseSync } from 'node:sqlite'
import type { ConsentRecord } from '../../../../../schemas/kernel/consent.ts'
import type { Flow } from '../../../../../schemas/flow/flow.ts'
import { controls, meaningOf } from '../../../../flow/consent/agreement.ts'
import { findStep } from '../../../../flow/elements/elements.ts'

/** For SQL: whether the button that is recorded with a consent gives it, by the flow of its session's version. A button
 *  that was not named may have been any of several, so it does not. */
export function pressAgreed(db: DatabaseSync) {
  const flows = new Map<unknown, Flow>()
  const flowOf = (version: unknown): Flow => {
    const known = flows.get(version)
    if (known) return known
    const row = db.prepare('SELECT flow FROM versions WHERE version = ?').get(Number(version))
    const flow = JSON.parse(String(row?.['flow'])) as Flow
    flows.set(version, flow)
    return flow
  }
  const agrees = (version: unknown, offer_key: unknown, step_key: unknown, recorded: unknown): number => {
    const step = findStep(flowOf(version), { offer_key: String(offer_key), step_key: String(step_key) })
    if (!step) return 0
    const { state, text } = JSON.parse(String(recorded)) as ConsentRecord['control']
    const named = controls(step).filter((control) => state === 'pressed' && control.text === text)
    return Number(named.length > 0 && named.every((control) => meaningOf(step, control) === 'agrees'))
  }
  // Few buttons were pressed by many.
  const known = new Map<string, number>()
  return (version: unknown, offer_key: unknown, step_key: unknown, recorded: unknown): number => {
    const key = JSON.stringify([version, offer_key, step_key, recorded])
    const answer = known.get(key) ?? agrees(version, offer_key, step_key, recorded)
    known.set(key, answer)
    return answer
  }
}
