import type { StepData } from '../../flow/answers/stepData.ts'
import type { Page } from '../../flow/page.ts'
import type { Storage } from '../queue/storage.ts'

/** Input on a step that was not submitted: the form's values, and partial input of widgets, by field. */
export interface Draft {
  data: StepData
  partialInput: Readonly<Record<string, unknown>>
}

/** Drafts by step ID. */
export interface Drafts {
  of: (step: string) => Draft | null
  keep: (step: string, draft: Draft) => void
  drop: (step: string) => void
}

/** Drafts of this session, in the storage of one tab: unsubmitted input is for no one else to see. */
export function createDrafts(storage: Storage, page: Page): Drafts {
  const { session } = page
  const key = draftKey(page)
  const read = (): Record<string, Draft> => {
    try {
      const kept = JSON.parse(storage.get(key) ?? 'null') as Kept | null
      if (kept?.session_uuid === session.uuid) return kept.steps
      // Input of an earlier session is discarded.
      if (kept) storage.remove(key)
      return {}
    } catch {
      return {}
    }
  }
  const write = (steps: Kept['steps']) => {
    if (Object.keys(steps).length === 0) storage.remove(key)
    else storage.set(key, JSON.stringify({ session_uuid: session.uuid, steps } satisfies Kept))
  }
  return {
    of: (step) => {
      const draft = read()[step]
      // A draft from an earlier release may lack newer members.
      return draft ? { ...draft, partialInput: draft.partialInput ?? {} } : null
    },
    keep: (step, draft) => write({ ...read(), [step]: draft }),
    drop: (step) => {
      const { [step]: _, ...others } = read()
      write(others)
    },
  }
}

export function draftKey({ path }: Page): string {
  return `leadloom.draft.${path}`
}

interface Kept {
  session_uuid: string
  steps: Record<string, Draft>
}
