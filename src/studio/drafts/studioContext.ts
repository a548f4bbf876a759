import { createContext, use } from 'react'
import type { DraftCalls } from './draftCalls.ts'

/** What every part of /studio works with. */
export interface StudioContext {
  product: string
  /** For <style> elements. */
  nonce: string
  calls: DraftCalls
  operator: string
  /** Whether their account is for all sites; false until the server has said it. */
  hasAllSites: boolean
  /** Why they could not be logged out, once they have tried. */
  stays: string | null
  logOut: () => void
}

export const StudioContext = createContext<StudioContext | null>(null)

export function useStudio(): StudioContext {
  return use(StudioContext)!
}
