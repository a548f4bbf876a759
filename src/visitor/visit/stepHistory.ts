import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { sameStep } from '../../flow/elements/elements.ts'

/** State of a history entry: its step, and the step of the entry below it. */
interface HistoryEntry {
  step: StepRef | null
  below: StepRef | null
}

/** The visitor's steps in the browser's history. Adding an entry takes a slow phone longer than a frame, so it happens after the step is
 *  painted, through `later`. */
export function createStepHistory(history: History, later: (work: () => void) => void) {
  let waiting: (() => void) | null = null
  /** Step of the present entry, or of its pending update. */
  let noted: StepRef | null | undefined
  const write = () => {
    waiting?.()
    waiting = null
  }
  const here = () => history.state as HistoryEntry | null

  return {
    /** Listens to the browser's Back and Forward. Returns a function to stop. */
    listen: (show: (step: StepRef) => void) => {
      const pop = () => {
        // The pending write was meant for the entry that is left.
        waiting = null
        const step = here()?.step
        noted = step
        if (step) show(step)
      }
      addEventListener('popstate', pop)
      return () => removeEventListener('popstate', pop)
    },
    /** Notes the current step: with `forward` as a new entry, else in place of the present one. */
    note: (step: StepRef | null, forward: boolean) => {
      if (!forward && noted !== undefined && sameStep(step, noted)) return
      write()
      noted = step
      waiting = () => {
        const { step: left = null, below = null } = here() ?? {}
        if (forward) history.pushState({ step, below: left } satisfies HistoryEntry, '')
        else history.replaceState({ step, below } satisfies HistoryEntry, '')
      }
      later(write)
    },
    /** Goes back if that leads to `step`; otherwise returns false. */
    back: (step: StepRef): boolean => {
      write()
      if (!sameStep(here()?.below ?? null, step)) return false
      history.back()
      return true
    },
  }
}
