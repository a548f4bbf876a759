import type { StepRef } from '../../../schemas/answer.ts'
import { sameStep } from '../../flow/elements.ts'

/** State of a history entry: its step, and the step of the entry below it. */
interface Place {
  step: StepRef | null
  below: StepRef | null
}

/** The visitor's steps in the browser's history. An entry takes a slow phone longer than a frame, so it is made
 *  when the step has been painted: `later` says when. */
export function createPlaces(history: History, later: (work: () => void) => void) {
  let waiting: (() => void) | null = null
  /** The step that the entry in sight names, or will once it is written. */
  let noted: StepRef | null | undefined
  const write = () => {
    waiting?.()
    waiting = null
  }
  const here = () => history.state as Place | null

  return {
    /** Hears of every step that the browser's Back and Forward lead to. Answers with how to stop. */
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
        if (forward) history.pushState({ step, below: left } satisfies Place, '')
        else history.replaceState({ step, below } satisfies Place, '')
      }
      later(write)
    },
    /** Goes back when that leads to `step`; false when it does not. */
    back: (step: StepRef): boolean => {
      write()
      if (!sameStep(here()?.below ?? null, step)) return false
      history.back()
      return true
    },
  }
}
