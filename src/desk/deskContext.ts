import { createContext, use } from 'react'
import type { OperatorRole } from '../../schemas/people/operator.ts'
import type { Sites } from '../../schemas/people/sites.ts'
import type { DeskChoices } from '../../schemas/desk/leads.ts'
import type { BrowserStorage } from '../stats/browser/preferences.ts'
import type { OperatorCalls } from '../stats/login/operatorCalls.ts'
import type { Permission } from '../../schemas/people/roles.ts'
import { may } from './may.ts'
import type { Loaded } from '../stats/report/useLoaded.ts'

/** What every part of /desk works with. */
export interface DeskContext {
  product: string
  operator: string
  /** Null until the server has said it. */
  role: OperatorRole | null
  /** The sites that their account is for; null for all. */
  sites: Sites
  /** Why they could not be logged out, once they have tried. */
  stays: string | null
  logOut: () => void
  /** A call of who is logged in. */
  inside: OperatorCalls['inside']
  /** What lists can be filtered by; of who asks. */
  choices: Loaded<DeskChoices>
  storage: BrowserStorage
}

export const DeskContext = createContext<DeskContext | null>(null)

export function useDesk(): DeskContext {
  return use(DeskContext)!
}

/** Whether who is logged in may do something. */
export function useMay(permission: Permission): boolean {
  return may(useDesk().role, permission)
}
