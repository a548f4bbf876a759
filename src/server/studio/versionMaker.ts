import { FLOW_BYTES } from '../../../schemas/studio/drafts.ts'
import { ROLES } from '../../../schemas/people/roles.ts'
import type { Source } from '../../store/nouns/versions/draftRecords.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin } from '../operators/ownSites.ts'
import { readSourceFiles } from '../publish/sourceFiles.ts'
import { decisionsOf } from '../origins/listedHosts.ts'
import type { AuthorProcess } from './authorProcess.ts'

export interface Writing extends Source {
  path: string
  /** Percentage of new visitors who see it. */
  weight: number | undefined
  /** Time to go live, UTC epoch ms; undefined for now. */
  live_at: number | undefined
  /** True if the author knows that leads may have nowhere to go. */
  leads_wait?: boolean | undefined
  /** Publisher, as named in the audit log. */
  by: string
  /** The operator who publishes or who made the key; null for a key of the command line. */
  maker: string | null
}

export interface PublishDeps extends StoreAndClock {
  versions: Versions
  settings: Settings
  /** Buyers that leads are delivered to now. */
  buyers: Buyers
}

/** Steps that all ways of publishing share. */
export function versionMaker(
  { store, settings, now }: Omit<PublishDeps, 'versions' | 'buyers'>,
  inProcess: AuthorProcess,
) {
  const sharesOf = async (path: string) => {
    const live = (await store.live()).filter((share) => share.path === path)
    return live.map(({ version, weight }) => ({ version, weight }))
  }
  const { approvalSites, productName } = settings
  return {
    sharesOf,
    /** True if a second author must approve publishes on the path. */
    needsApproval: (path: string) => approvalSites.includes('*') || approvalSites.includes(path),
    /** Throws 409 if the weight leaves too little for the live versions on the path. */
    checkRoom: async (path: string, weight: number): Promise<void> => {
      const { length } = await sharesOf(path)
      if (weight < 100 && 100 - weight < length)
        throw refusal(409, REFUSALS.tooLittleLeft(weight, length), { field: 'weight' })
    },
    /** Makes a version, unless there is an error. */
    make: async ({ text, files }: Source) => {
      const written = { text, files: await readSourceFiles(store, files), productName }
      const decisions = await decisionsOf(store)
      return inProcess<'make'>({ ...written, decisions, today: newYorkDate(now()), task: 'make' })
    },
  }
}

/** True if an operator, or their key, may publish on a path; null means every path. */
export async function mayPublish(
  store: Pick<Store, 'operator'>,
  maker: string | null,
  path: string | null,
): Promise<boolean> {
  if (maker === null) return true
  const account = await store.operator(maker)
  if (account === null || account.revoked_at !== null || !isWithin(account.sites, path)) return false
  return ROLES[account.role].writesSites
}

/** Refuses a flow that is too large, and says by how much. */
export function refuseTooLarge(text: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > FLOW_BYTES) throw refusal(413, REFUSALS.flowTooLarge(FLOW_BYTES, bytes), { field: 'text' })
}
