import type { Outgoing } from '../../../schemas/desk/outgoing.ts'
import { maskedText } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { sitesAsked, sitesOf } from '../operators/ownSites.ts'
import { seesPersons } from './seesPersons.ts'

/** Routes to list emails to visitors, events for ad vendors and copies of leads, and to send one again. */
export function outgoingRoutes({ store, now }: StoreAndClock) {
  const REPLAY: Record<Outgoing, (entry: number) => Promise<boolean>> = {
    mail: (entry) => store.replayMail(entry, now()),
    pixel: (entry) => store.replayPixelEvent(entry, now()),
    copy: (entry) => store.replayCopy(entry, now()),
  }
  return {
    'POST /api/reports/desk/outgoing': async ({ body: { path, ...body }, request }) => {
      if ((body.from ?? 0) > (body.to ?? Infinity))
        throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const { rows, next } = await store.outgoingList({ ...body, sites: sitesAsked(request, path) })
      if (seesPersons(request)) return { data: rows, next }
      // A mail server repeats the address that it refuses.
      return { data: rows.map(({ last, ...row }) => ({ ...row, last: last && maskedText(last, []) })), next }
    },

    'POST /api/reports/desk/outgoing/replay': async ({ body: { what, entry }, request }) => {
      const { rows } = await store.outgoingList({ what, entry, sites: sitesOf(request) })
      if (rows.length === 0 || !(await REPLAY[what](entry)))
        throw refusal(409, REFUSALS.notOutgoingAgain(entry), { field: 'entry' })
      const operator = request.session.operator ?? ''
      await store.audit({ at: now(), operator, act: 'replay_outgoing', about: `${what} ${entry}` })
    },
  } satisfies Partial<Handlers>
}
