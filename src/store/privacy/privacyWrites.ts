import type { OptOut } from '../records.ts'
import type { Store } from '../store.ts'
import type { statements } from '../engines/sqlite/statements.ts'

type Verb = 'privacyRequest' | 'answerPrivacyRequest' | 'forgetSession' | 'retentionInstant' | 'expire'

/** The writes of what people ask about their data, to be called within a transaction. `onErase` is called when something
 *  personal was erased. */
export function privacyWrites(
  sql: ReturnType<typeof statements>,
  { optOut, onErase }: { optOut: (optOut: OptOut) => void; onErase: () => void },
): { [V in Verb]: (...args: Parameters<Store[V]>) => Awaited<ReturnType<Store[V]>> } {
  const forget = (session: number) => {
    for (const statement of sql.forget) statement.run(session)
    sql.trimForgettings.run(FORGETTINGS_KEPT)
    onErase()
  }
  return {
    privacyRequest({ kind, path, manner, email, phone, at }) {
      if (STOPS_SALE.has(kind)) optOut({ session_uuid: null, phone, email, source: kind, at })
      return Number(sql.privacyRequest.run(kind, path, manner, email, phone, at).lastInsertRowid)
    },

    answerPrivacyRequest: (request, answer, at) =>
      sql.answerPrivacyRequest.run(answer, at, request).changes === 1,

    forgetSession(uuid) {
      const row = sql.known.get(uuid)
      if (row) forget(Number(row['session']))
      return row !== undefined
    },

    retentionInstant(now, stepMs) {
      const last = sql.retentionInstant.get()?.['at'] as number | undefined
      const reached = last === undefined ? now : Math.max(last, Math.min(now, last + stepMs))
      sql.setRetentionInstant.run(reached)
      return Math.min(now, reached)
    },

    expire({ sessions, leads, privacyRequests }, limit) {
      if (sql.dropPrivacyRequests.run(privacyRequests).changes > 0) onErase()
      const expired = sql.expired.all(sessions, leads, limit)
      for (const { session } of expired) forget(Number(session))
      return expired.length
    },
  }
}

/** A running server asks every second; a sweep forgets at most 2,000 in that time. */
const FORGETTINGS_KEPT = 10_000

/** Who wants no calls must not be sold to those who would make them. */
const STOPS_SALE: ReadonlySet<string> = new Set(['do_not_sell', 'unsubscribe', 'delete'])
