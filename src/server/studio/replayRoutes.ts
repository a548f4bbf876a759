import type { FastifyRequest } from 'fastify'
import { ROLES, USUAL_ROLE } from '../../../schemas/people/roles.ts'
import type { ReplayLine } from '../../../schemas/studio/replay.ts'
import type { DraftRecord } from '../../store/nouns/versions/draftRecords.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { DAY_MS } from '../../time/durations.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { PublishDeps } from './versionMaker.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { authorProcess } from './authorProcess.ts'

/** Routes to try a draft on recorded visits. Each call handles some of them, so that a replay works with several servers, and ends with
 *  its author's login or when no more parts are requested. */
export function replayRoutes(
  { store, versions, settings, now }: PublishDeps,
  draftAt: (path: string, revision: number) => Promise<DraftRecord>,
) {
  // Separate processes, so that authors who are writing don't wait for it.
  const inProcess = authorProcess(store)
  const takeTurn = turns(now)

  async function versionOf(path: string, version: number | undefined): Promise<Version> {
    const found = version === undefined ? await versions.leading(path) : await versions.get(version)
    if (version === undefined && !found) throw refusal(404, REFUSALS.nothingToReplay(path), { field: 'path' })
    if (found?.path !== path) throw refusal(404, REFUSALS.noVersionOf(version!, path), { field: 'version' })
    return found
  }
  const note = ({ session }: FastifyRequest, act: 'replay' | 'see_visitors', about: string) =>
    store.audit({ at: now(), operator: session.operator ?? '', act, about })
  const written = ({ text }: DraftRecord, { version, flow }: Version) => ({
    text,
    files: new Map<string, Uint8Array>(),
    productName: settings.productName,
    today: newYorkDate(now()),
    version,
    before: flow,
  })

  return {
    'POST /api/reports/studio/replay': async ({ body, request, reply }) => {
      const { path, revision, run, days, after } = body
      const draft = await draftAt(path, revision)
      const version = await versionOf(path, body.version)
      const end = takeTurn({ run, by: request.session.operator ?? '', isFirst: after === null })
      let next: number | null = after
      try {
        if (after === null) await note(request, 'replay', `${path} version ${version.version}`)
        const from = days === undefined ? 0 : now() - days * DAY_MS
        const read = (after: number | null) =>
          store.recordedVisits({ version: version.version, from, after, limit: PAGE })
        const sum = { visits: 0, differing: 0, lines: new Map<string, ReplayLine>() }
        const until = performance.now() + PART_MS
        let page = await read(after)
        const { total } = page
        for (;;) {
          next = page.next
          // The next page is read while this one is walked; an abandoned replay stops reading.
          const isOver = next === null || performance.now() > until || reply.raw.destroyed
          const ahead = isOver ? null : read(next)
          ahead?.catch(() => {})
          const walked = await inProcess<'replay'>({
            ...written(draft, version),
            task: 'replay',
            visits: page.visits,
          })
          const { problems } = walked
          if (problems.length > 0) next = null
          addTo(sum, walked)
          if (problems.length > 0 || !ahead)
            return {
              version: version.version,
              total,
              ...sum,
              lines: [...sum.lines.values()],
              next,
              problems,
            }
          page = await ahead
        }
      } finally {
        end(next === null)
      }
    },

    'POST /api/reports/studio/replay/visit': async ({ body, request }) => {
      const { path, revision, session_uuid } = body
      const draft = await draftAt(path, revision)
      const version = await versionOf(path, body.version)
      const record = await store.session(session_uuid)
      // A forgotten visitor no longer has a token.
      if (record?.version !== version.version || record.token_hash === '')
        throw refusal(404, REFUSALS.noVisit, { field: 'session_uuid' })
      const { seesPersons } = ROLES[request.session.role ?? USUAL_ROLE]
      const { uuid, language, origin, steps } = record
      const visit = { uuid, language, origin, steps }
      const task = { ...written(draft, version), task: 'replayVisit', visit, seesPersons } as const
      const shown = await inProcess<'replayVisit'>(task)
      if (!shown) throw refusal(409, REFUSALS.draftHasErrors, { field: 'path' })
      if (seesPersons) await note(request, 'see_visitors', path)
      return shown
    },
  } satisfies Partial<Handlers>
}

/** Visits read at once, several hundred kilobytes, which delay other requests by a few milliseconds. */
const PAGE = 250
/** Time after which a call returns with the progress so far. */
const PART_MS = 1500
/** Time after which a client that asks for no more parts has given up or lost its network. */
const TURN_MS = 5000

/** Lets one replay run at a time; an operator who begins another one ends their own. The returned function ends the part: the turn is
 *  over, or is kept until the next part is requested. */
function turns(now: () => number) {
  let holder: { run: string; by: string; until: number } | null = null
  return ({ run, by, isFirst }: { run: string; by: string; isFirst: boolean }) => {
    const isOthers = holder !== null && holder.run !== run && !(isFirst && holder.by === by)
    if (holder && isOthers && now() < holder.until)
      throw refusal(429, REFUSALS.replayRuns(holder.by), { retryAfterS: 10 })
    const mine = { run, by, until: Infinity }
    holder = mine
    return (isOver: boolean) => {
      mine.until = isOver ? 0 : now() + TURN_MS
    }
  }
}

function addTo(
  sum: { visits: number; differing: number; lines: Map<string, ReplayLine> },
  { visits, differing, lines }: { visits: number; differing: number; lines: ReplayLine[] },
): void {
  sum.visits += visits
  sum.differing += differing
  for (const line of lines) {
    const key = JSON.stringify([line.kind, line.from, line.to])
    const before = sum.lines.get(key)
    if (before) before.visits += line.visits
    else sum.lines.set(key, line)
  }
}
