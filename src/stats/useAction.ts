import { useState } from 'react'
import { SHEET } from '../texts/statsScreen.ts'
import { reasonOf } from './login/operatorCalls.ts'

export interface Action {
  isBusy: boolean
  /** Why the last run did not work; null where it did, and before the first. */
  failure: string | null
  setFailure: (failure: string | null) => void
  /** Never rejects: what goes wrong stands in `failure`. */
  run: (act: () => Promise<unknown>) => Promise<void>
}

/** Something an operator sets off: whether it is under way, and why it did not work. `explain` makes a sentence of an error. */
export function useAction(explain: (error: unknown) => string = thatFailed): Action {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    await act().catch((error: unknown) => setFailure(explain(error)))
    setBusy(false)
  }
  return { isBusy, failure, setFailure, run }
}

export function thatFailed(error: unknown): string {
  return SHEET.failed(reasonOf(error))
}
