import { createContext, use } from 'react'
import type { DraftCalls } from './draftCalls.ts'

/** Context of every part of /studio. */
export interface StudioContext {
  product: string
  /** Nonce for <style> elements. */
  nonce: string
  calls: DraftCalls
  operator: string
  /** True if their account is for all sites; false until the server has sent it. */
  hasAllSites: boolean
  /** Reason why logging out failed, after an attempt. */
  stays: string | null
  logOut: () => void
}

export const StudioContext = createContext<StudioContext | null>(null)

export function useStudio(): StudioContext {
  return use(StudioContext)!
}
