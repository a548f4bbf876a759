import { useRef, useState } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { stepId } from '../../flow/elements/elements.ts'
import type { Draft } from '../visit/drafts.ts'
import type { BrowserPorts } from '../visit/browserPorts.ts'

/** Draft of a step: what was begun on it before, and functions to update it until the step is answered. `started` has the initial values
 *  without a draft; they are not part of it, as they may change by the next time. */
export function useDraft(browser: BrowserPorts | undefined, step: StepRef, started: StepData) {
  const id = stepId(step)
  const [begun] = useState(() => browser?.drafts.of(id) ?? { data: {}, partialInput: {} })
  const draft = useRef<Draft>(begun)
  const answered = useRef(false)
  const isBegun = (field: string) =>
    Object.values(draft.current.partialInput[field] ?? {}).some((part) => part !== '')
  const keep = (change: Partial<Draft>) => {
    draft.current = { ...draft.current, ...change }
    // rjsf reports a choice only after it was submitted.
    if (!answered.current) browser?.drafts.keep(id, draft.current)
  }
  return {
    begun: begun.data,
    keep: (data: StepData) => keep({ data: changed(started, data) }),
    partialInput: {
      keep: (field: string, half: object) =>
        keep({ partialInput: { ...draft.current.partialInput, [field]: half } }),
      kept: (field: string) => begun.partialInput[field] as never,
      /** Fields with any input. */
      begun: () => new Set(Object.keys(draft.current.partialInput).filter(isBegun)),
    },
    drop: () => {
      answered.current = true
      browser?.whenIdle(() => browser.drafts.drop(id))
    },
  }
}

function changed(from: StepData, to: StepData): StepData {
  return Object.fromEntries(
    Object.entries(to).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(from[key])),
  )
}
