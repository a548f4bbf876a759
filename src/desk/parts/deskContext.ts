import { createContext, use } from 'react'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { DeskChoices } from '../../../schemas/desk/leads.ts'
import type { BrowserStorage } from '../../operator/browser/preferences.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import type { Permission } from '../../../schemas/people/roles.ts'
import { may } from './may.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'

/** Context of every part of /desk. */
export interface DeskContext {
  product: string
  operator: string
  /** Null until the server has sent it. */
  role: OperatorRole | null
  /** Sites of their account; null for all. */
  sites: Sites
  /** Reason why logging out failed, after an attempt. */
  stays: string | null
  logOut: () => void
  /** A call of a logged-in operator. */
  inside: OperatorCalls['inside']
  /** Filters for lists, depending on the operator. */
  choices: Loaded<DeskChoices>
  storage: BrowserStorage
}

export const DeskContext = createContext<DeskContext | null>(null)

export function useDesk(): DeskContext {
  return use(DeskContext)!
}

/** True if the logged-in operator has the permission. */
export function useMay(permission: Permission): boolean {
  return may(useDesk().role, permission)
}
