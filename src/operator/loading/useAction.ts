import { useState } from 'react'
import { SHEET } from '../screenWords.ts'
import { reasonOf } from './operatorCalls.ts'

export interface Action {
  isBusy: boolean
  /** Reason why the last run failed; null if it succeeded, and before the first. */
  failure: string | null
  setFailure: (failure: string | null) => void
  /** Never rejects; errors go to `failure`. */
  run: (act: () => Promise<unknown>) => Promise<void>
}

/** An action of an operator: whether it is running, and why it failed. `explain` turns an error into a sentence. */
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
