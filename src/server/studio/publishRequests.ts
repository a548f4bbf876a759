import { randomUUID } from 'node:crypto'
import type { PublishedDraft } from '../../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../../schemas/studio/publishRequest.ts'
import type { RequestedSource } from '../../store/nouns/versions/draftRecords.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { whyUnsafe } from '../origins/whyUnsafe.ts'
import type { AuthorProcess } from './authorProcess.ts'
import { momentText } from '../../time/momentText.ts'
import { publishedChanges } from './publishedChanges.ts'
import { versionMaker, mayPublish, type PublishDeps, type Writing } from './versionMaker.ts'

/** Pending publishes: requested, approved by a second person, ended, and published when due. */
export function publishRequests(ctx: PublishDeps, inProcess: AuthorProcess) {
  const { store, now } = ctx
  const { checkRoom, needsApproval, sharesOf } = versionMaker(ctx, inProcess)
  const { found, line, decide, note } = requestRecords(ctx)
  const publishPlanned = plannedPublishing(ctx, inProcess)
  return {
    found,
    publishPlanned,

    async ask({
      path,
      text,
      files,
      weight = 100,
      live_at = null,
      by,
      maker,
    }: NewWriting): Promise<PublishRequest> {
      const request = {
        id: randomUUID(),
        path,
        weight,
        asked_by: by,
        maker,
        asked_at: now(),
        live_at,
        state: needsApproval(path) ? ('waiting' as const) : ('planned' as const),
      }
      if (!(await store.addPublishRequest({ ...request, text, files }))) {
        const other = (await store.openPublishRequests()).find((open) => open.path === path)
        throw refusal(409, REFUSALS.requestWaits(path, other?.asked_by ?? ''), { field: 'path' })
      }
      await note(by, 'ask_publish', request)
      return { ...request, decided_by: null, decided_at: null, reason: null, version: null }
    },

    /** Approves a request of another person. If its time has passed or it has none, publishes it at once. */
    async approve(id: string, by: string): Promise<PublishedDraft> {
      const request = await found(id)
      const { path, weight, live_at, maker, state } = request
      if (state !== 'waiting') throw refusal(409, REFUSALS.requestDecided(state), { field: 'id' })
      if (maker === by) throw refusal(403, REFUSALS.approvesOwn, { field: 'id' })
      await checkRoom(path, weight)
      await decide(request, 'planned', { by })
      await note(by, 'approve_publish', request)
      if (live_at === null || live_at <= now()) return publishPlanned(await found(id))
      return { version: null, problems: [], live: await sharesOf(path), request: await line(id) }
    },

    /** Ends a request, withdrawn by its maker or refused by someone else. */
    async end(id: string, by: string, reason: string | null): Promise<void> {
      const request = await found(id)
      const { state, maker } = request
      if (state !== 'waiting' && state !== 'planned')
        throw refusal(409, REFUSALS.requestDecided(state), { field: 'id' })
      await decide(request, maker === by ? 'withdrawn' : 'refused', { by, reason })
      await note(by, 'end_publish', request)
    },

    /** Requests that are due. */
    async due(): Promise<PublishRequest[]> {
      return (await store.openPublishRequests()).filter(
        ({ state, live_at }) => state === 'planned' && (live_at ?? 0) <= now(),
      )
    },
  }
}

/** Pending publishes in the store, as they are read and decided. */
function requestRecords({ store, now }: StoreAndClock) {
  const note = (operator: string, act: Act, { path, live_at }: Pick<PublishRequest, 'path' | 'live_at'>) =>
    store.audit({
      at: now(),
      operator,
      act,
      about: live_at === null ? path : `${path} at ${momentText(live_at)}`,
    })

  async function found(id: string): Promise<RequestedSource> {
    const request = await store.publishRequest(id)
    if (!request) throw refusal(404, REFUSALS.noRequest, { field: 'id' })
    return request
  }
  /** The request without its text and files. */
  async function line(id: string): Promise<PublishRequest> {
    const { text: _, files: __, ...line } = await found(id)
    return line
  }
  async function decide(
    { id, state }: PublishRequest,
    to: PublishRequest['state'],
    { by = null, reason = null }: { by?: string | null; reason?: string | null },
  ): Promise<void> {
    if (!(await store.decidePublishRequest({ id, from: state, to, by, at: now(), reason })))
      throw refusal(409, REFUSALS.requestDecided((await found(id)).state), { field: 'id' })
  }
  return { found, line, decide, note }
}

/** Publishes a planned request. One that can no longer be published fails. */
function plannedPublishing(ctx: PublishDeps, inProcess: AuthorProcess) {
  const { store, versions, settings, now } = ctx
  const { make, checkRoom, sharesOf } = versionMaker(ctx, inProcess)
  const { line, decide } = requestRecords(ctx)
  return async (request: RequestedSource): Promise<PublishedDraft> => {
    const { id, path, text, files, weight, asked_by, maker, decided_by } = request
    const fail = (reason: string) => decide(request, 'failed', { reason })
    const live = () => sharesOf(path)
    // Without an approval, only its maker's permission counts.
    if (decided_by === null && !(await mayPublish(store, maker, path))) {
      await fail(REFUSALS.makerGone(asked_by))
      return { version: null, problems: [], live: await live(), request: await line(id) }
    }
    const room = await checkRoom(path, weight).then(
      () => null,
      (error: Error) => error.message,
    )
    const { site, problems } = await make(request)
    const wrong = problems.find((problem) => problem.weight === 'error')?.message ?? room
    const unsafe = site && whyUnsafe(site.flow, settings)
    if (!site || room !== null || unsafe !== null) {
      await fail(wrong ?? unsafe ?? REFUSALS.failedAtItsTime)
      return { version: null, problems, live: await live(), request: await line(id) }
    }
    const before = await versions.leading(path)
    const version = await store.publishPlanned(id, { path, ...site, source: { text, files }, at: now() })
    if (version !== null) {
      versions.forgetLive()
      await store.audit(
        { at: now(), operator: asked_by, act: 'publish', about: `${path} version ${version}` },
        publishedChanges(before, { version, flow: site.flow }),
      )
    }
    return { version, problems, live: await live(), request: null }
  }
}

type NewWriting = Omit<Writing, 'live_at'> & { live_at?: number | null | undefined }
type Act = 'ask_publish' | 'approve_publish' | 'end_publish'
