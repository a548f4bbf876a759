import { useEffect } from 'react'

/** What was changed and not saved, by buyer: it is there again when one comes back to the form. It is kept in the memory of the page
 *  alone, for there are secrets in it. */
export interface Unsaved {
  /** The revision that the changes began with. */
  revision: number
  document: Record<string, unknown>
}

export const unsavedBuyers = new Map<string, Unsaved>()

/** The browser asks before it leaves the page while anything is not saved. */
export function useAskBeforeLeaving(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedBuyers.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
