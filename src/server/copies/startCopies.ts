import type { FastifyBaseLogger } from 'fastify'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { CopyAttempt } from '../../store/nouns/copies/leadCopies.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { COPY_MAIL } from '../../texts/buyerLetters.ts'
import { DAY_MS } from '../../time/durations.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { limitsOf } from '../delivery/limitsOf.ts'
import { loggedOnChange, repeat } from '../jobs/repeat.ts'
import type { Sent } from '../kernel/postOffice.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { sendByPost, type Mailbox } from '../kernel/sendByPost.ts'
import { attempting, type Sending } from '../kernel/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { copyLetter } from './copyLetter.ts'
import { copyPeriodOf } from './copyPeriod.ts'

interface CopyDeps extends StoreAndClock {
  buyers: Buyers
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>
  random: Random
  metrics: Metrics
}

/** Starts sending buyers the leads of their last day or week. Periods are planned in the store as they begin, so none is left out while
 *  no server runs, and one that was cut off goes out again under the same Message-ID. Without SMTP_URL they wait. */
export async function startCopies(ctx: CopyDeps, log: FastifyBaseLogger): Promise<Sending> {
  const sending = await startSending(ctx, log)
  const planned = new Map<string, number>()
  const plan = async () => {
    await planCopies(ctx, planned)
    const now = ctx.now()
    if (!(await ctx.store.hasCopiesToRelease(now))) return
    await ctx.store.releaseCopies(now)
    sending.wake()
  }
  const planning = repeat(plan, PLAN_EVERY_MS, loggedOnChange(log, 'plan copies of leads'))
  return {
    wake: sending.wake,
    async stop(graceMs) {
      await planning.stop()
      await sending.stop(graceMs)
    },
  }
}

function startSending(ctx: CopyDeps, log: FastifyBaseLogger): Promise<Sending> {
  const { store, metrics } = ctx
  return sendByPost(ctx, (mailbox) => ({
    resume: (now, isAlone) => store.resumeCopies(now, isAlone),
    due: (_post, now, limit) => store.dueCopies(now, limit),
    send: attempting(ctx, {
      begin: (copy, now) => store.beginCopy(copy, now),
      answerTo: (copy) => answerTo(ctx, copy, mailbox),
      end: (copy, { attempt }, end) => store.endCopy(copy, attempt, end),
      count: (_copy, state) => metrics.mailAttempts.inc({ state }),
    }),
    onError: sendingErrors(ctx, log, 'copies'),
  }))
}

/** Plans the current period of each address, and those that were missed since its last one. `planned`: what this process has planned. */
export async function planCopies({ store, buyers, now }: CopyDeps, planned: Map<string, number>) {
  const at = now()
  for (const [buyer, document] of buyers) {
    const { copies } = document
    if (!copies) continue
    const zone = zoneOf(document)
    const current = copyPeriodOf(at, copies, zone)
    for (const recipient of copies.to) {
      const place = JSON.stringify([buyer, recipient, current.from, current.to])
      if (planned.get(place) === current.sendAt) continue
      const last = await store.lastCopy(buyer, recipient)
      // After a pause in the schedule, the days of the pause aren't made up for.
      const isContinued = last !== null && last.state !== 'suppressed'
      const since = isContinued ? Math.max(last.to_at, at - MADE_UP_MS) : at
      let period = copyPeriodOf(Math.min(since, at), copies, zone)
      while (period.from <= at) {
        await store.planCopy({ buyer, recipient, ...period }, at)
        period = copyPeriodOf(period.to, copies, zone)
      }
      planned.set(place, current.sendAt)
    }
  }
}

/** Result of sending a copy. It isn't sent if the buyer's schedule no longer has it. */
async function answerTo(
  { store, buyers }: CopyDeps,
  copy: CopyAttempt,
  { send, mailFrom }: Mailbox,
): Promise<Omit<Sent, 'kind'> & { kind: Sent['kind'] | 'suppressed' }> {
  const buyer = buyers.get(copy.buyer)
  if (!buyer || !isScheduled(copy, buyer)) return { kind: 'suppressed', reason: COPY_MAIL.unscheduled }
  const sold = await store.soldLeads({ buyer: copy.buyer, from: copy.from, to: copy.to }, MOST_LEADS)
  const letter = copyLetter(copy, sold, { buyer, mailFrom })
  return store.isSeen() ? send(letter) : { kind: 'retry', reason: ATTEMPTS.heldUp }
}

function isScheduled({ recipient, from, to }: CopyAttempt, buyer: Buyer): boolean {
  if (!buyer.copies?.to.includes(recipient)) return false
  const period = copyPeriodOf(from, buyer.copies, zoneOf(buyer))
  return period.from === from && period.to === to
}

const zoneOf = (buyer: Buyer) => limitsOf(buyer).zone

/** Mail servers refuse attachments above about 20 MB; a lead has about 1 KB. */
const MOST_LEADS = 5000
/** Time for which missed periods are made up for. */
const MADE_UP_MS = 31 * DAY_MS
const PLAN_EVERY_MS = 5000
