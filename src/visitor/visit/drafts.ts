import type { StepData } from '../../flow/answers/stepData.ts'
import type { Page } from '../../flow/page.ts'
import type { Storage } from './storage.ts'

/** What a visitor has begun to enter on a step and not submitted: the form's values, and what a widget holds that is no
 *  value yet, by field. */
export interface Draft {
  data: StepData
  partialInput: Readonly<Record<string, unknown>>
}

/** Drafts by step id. */
export interface Drafts {
  of: (step: string) => Draft | null
  keep: (step: string, draft: Draft) => void
  drop: (step: string) => void
}

/** Drafts of this very session, kept in the storage of one tab: what nobody has submitted is no one else's to see. */
export function createDrafts(storage: Storage, page: Page): Drafts {
  const { session } = page
  const key = draftKey(page)
  const read = (): Record<string, Draft> => {
    try {
      const kept = JSON.parse(storage.get(key) ?? 'null') as Kept | null
      if (kept?.session_uuid === session.uuid) return kept.steps
      // What was typed in an earlier session is not kept.
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
      // One that an earlier release kept may lack what is new in it.
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
