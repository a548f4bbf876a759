import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { LateNotice } from '../../store/nouns/revocations/revocationTypes.ts'
import { endOfBusinessDay, dayTextOf } from '../../time/businessDays.ts'
import { loggedOnChange, repeat } from '../jobs/repeat.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { openPost } from '../kernel/postOffice.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Settings } from '../settings/settings.ts'

interface EscalatingDeps extends StoreAndClock {
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'alertsTo' | 'productName'>
}

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Warns operators of buyers that haven't confirmed an opt-out: once when two business days are left, and once when the deadline is over.
 *  Returns a function that stops it. */
export function startEscalating(ctx: EscalatingDeps, log: Log): { stop: () => Promise<void> } {
  const { store } = ctx
  const job = async (hasStopped: () => boolean) => {
    if (await store.takesJob('escalating')) await escalate(ctx, log, hasStopped)
  }
  return repeat(job, CHECK_EVERY_MS, loggedOnChange(log, 'escalate opt-outs'))
}

/** Warns about all notices that have come near or past their deadline since the last time. */
export async function escalate(
  ctx: EscalatingDeps,
  log: Log,
  hasStopped: () => boolean = () => false,
): Promise<void> {
  const { store, now } = ctx
  const at = now()
  for (const [level, before] of [
    [OVER, at],
    [NEAR, nearDeadline(at)],
  ] as const) {
    for (;;) {
      const late = hasStopped() ? [] : await store.lateNotices(before, level, MOST_AT_ONCE)
      if (late.length === 0) break
      if (!(await warn(ctx, log, late, level))) return
      await store.noteEscalated(
        late.map(({ notice }) => notice),
        level,
      )
    }
  }
}

/** Time before which a deadline is near. */
export const nearDeadline = (now: number) => endOfBusinessDay(now, NEAR_DAYS)

const NEAR_DAYS = 2
const [NEAR, OVER] = [1, 2]
const MOST_AT_ONCE = 500
const CHECK_EVERY_MS = 60_000

/** Warns in the log and by email. False if the mail server doesn't take it; then it's tried again. */
async function warn(
  { settings: { smtpUrl, mailFrom, alertsTo, productName } }: EscalatingDeps,
  log: Log,
  late: readonly LateNotice[],
  level: number,
): Promise<boolean> {
  const isOver = level === OVER
  const buyers = Map.groupBy(late, ({ buyer }) => buyer)
  const lines = [...buyers].map(([buyer, theirs]) =>
    NOTICES.optOutsOf(buyer, theirs.length, dayTextOf(theirs[0]!.deadline)),
  )
  if (smtpUrl !== null && mailFrom !== null) {
    const post = openPost(smtpUrl)
    try {
      for (const address of alertsTo) {
        const sent = await post.send({
          from: mailFrom,
          to: { name: '', address },
          subject: `${productName}: ${NOTICES.optOutsLate(late.length, isOver)}`,
          text: `${NOTICES.optOutsLate(late.length, isOver)}\n\n${lines.join('\n')}\n\n${NOTICES.optOutsHow}\n`,
          messageId: `<${randomUUID()}@${mailFrom.replace(/^.*@|>.*$/g, '')}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        if (sent.kind === 'retry') return false
      }
    } finally {
      post.close()
    }
  }
  log.warn({ buyers: [...buyers.keys()], notices: late.length }, NOTICES.optOutsLate(late.length, isOver))
  return true
}
