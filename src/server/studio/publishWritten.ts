import type { PublishedDraft } from '../../../schemas/studio/drafts.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { refusal } from '../kernel/problem.ts'
import { whyUnsafe } from '../origins/whyUnsafe.ts'
import { isOwnAddress } from '../publish/ownAddresses.ts'
import type { AuthorProcess } from './authorProcess.ts'
import { versionMaker, type PublishDeps, type Writing } from './versionMaker.ts'
import { leadsNowhere, unsoldOffers } from './unsoldOffers.ts'
import { publishedChanges } from './publishedChanges.ts'
import { publishRequests } from './publishRequests.ts'

export type PublishWritten = (writing: Writing) => Promise<PublishedDraft>

/** Publishes a flow and its files, which are already stored, unless they have an error. If they are scheduled, or a second person must
 *  approve them, they wait. Throws 409 if no site can have the path, if leads have nowhere to go, if the weight leaves too little for the other live versions, or if
 *  the path already has a pending publish. */
export function publishWritten(ctx: PublishDeps, inProcess: AuthorProcess): PublishWritten {
  const { store, versions, settings, now } = ctx
  const { make, checkRoom, needsApproval, sharesOf } = versionMaker(ctx, inProcess)
  const requests = publishRequests(ctx, inProcess)
  return async (writing) => {
    const { path, text, files, weight = 100, live_at, by } = writing
    if (isOwnAddress(path)) throw refusal(409, REFUSALS.ownAddress(path), { field: 'path' })
    if (live_at !== undefined && (live_at <= now() || live_at > now() + MOST_AHEAD_MS))
      throw refusal(400, REFUSALS.liveAtOutside, { field: 'live_at' })
    await checkRoom(path, weight)
    const { site, problems } = await make({ text, files })
    if (!site) return { version: null, problems, live: await sharesOf(path), request: null }
    const unsold = writing.leads_wait ? [] : await unsoldOffers(ctx, site.flow)
    if (unsold.length > 0) throw refusal(409, leadsNowhere(unsold), { field: 'leads_wait' })
    const unsafe = whyUnsafe(site.flow, settings)
    if (unsafe !== null) throw refusal(409, unsafe, { field: 'text' })
    if (live_at !== undefined || needsApproval(path)) {
      const request = await requests.ask({ ...writing, weight })
      return { version: null, problems, live: await sharesOf(path), request }
    }
    const before = await versions.leading(path)
    const version = await store.publish({ path, ...site, source: { text, files }, at: now() }, weight)
    versions.forgetLive()
    await store.audit(
      { at: now(), operator: by, act: 'publish', about: `${path} version ${version}` },
      publishedChanges(before, { version, flow: site.flow }),
    )
    return { version, problems, live: await sharesOf(path), request: null }
  }
}

const MOST_AHEAD_MS = 366 * 24 * 3_600_000
