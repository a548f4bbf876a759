import { useEffect } from 'react'

/** Unsaved changes by buyer, restored on returning to the form. Kept only in the page's memory, as they include secrets. */
export interface Unsaved {
  /** Revision that the changes are based on. */
  revision: number
  document: Record<string, unknown>
}

export const unsavedBuyers = new Map<string, Unsaved>()

/** Makes the browser ask before leaving the page while anything is unsaved. */
export function useAskBeforeLeaving(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedBuyers.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
