import { useEffect } from 'react'

/** Unsaved changes by buyer, restored on returning to the form. Kept only in the page's memory, as they include secrets. */
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
