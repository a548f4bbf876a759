import { Gauge, type Registry } from 'prom-client'
import type { Load } from '../../store/kernel/storeState.ts'

/** Value of a gauge: one number, or one for each value of its label. Null values are left out, so that no alert takes an unknown value
 *  for 0. */
type Shown = number | null | Record<string, number | null>

/** A gauge whose value is looked up when it is read. */
interface LookedUp {
  name: string
  help: string
  label?: string
  /** `now`: epoch ms. */
  show: (load: Load, now: number) => Shown
}

/** Gauges of the store's state. Their names include the units. */
const LOOKED_UP: readonly LookedUp[] = [
  {
    name: 'leadloom_store_waiting_writes',
    help: 'Writes not on disk yet.',
    show: ({ writes }) => writes,
  },
  {
    name: 'leadloom_store_bytes',
    help: 'Size of the database, of its write-ahead log (log: SQLite, wal: PostgreSQL), and free space on their disk where known.',
    label: 'file',
    show: ({ bytes }) => bytes,
  },
  {
    name: 'leadloom_outbox_deliveries',
    help: 'Leads waiting to be delivered to buyers, and leads given up.',
    label: 'state',
    show: ({ deliveries: { due, underWay, dead } }) => ({ due, under_way: underWay, dead }),
  },
  {
    name: 'leadloom_outbox_mails',
    help: 'Emails waiting to be sent to visitors, and emails refused by the mail server or given up.',
    label: 'state',
    show: ({ mails }) => mails,
  },
  {
    name: 'leadloom_outbox_pixel_events',
    help: 'Events waiting to be sent to ad platforms, and events refused or given up.',
    label: 'state',
    show: ({ pixelEvents }) => pixelEvents,
  },
  {
    name: 'leadloom_outbox_webhook_messages',
    help: 'Messages waiting to be sent to webhooks, and messages given up.',
    label: 'state',
    show: ({ webhookMessages }) => webhookMessages,
  },
  {
    name: 'leadloom_outbox_postbacks',
    help: 'Postbacks waiting to be sent to affiliates, and postbacks given up.',
    label: 'state',
    show: ({ postbacks }) => postbacks,
  },
  {
    name: 'leadloom_ledger_unbooked',
    help: 'Money in doubt at /desk/settle: returns waiting for their sale, conflicts, probable sales, and lines of statements.',
    label: 'state',
    show: ({ unbooked }) => unbooked,
  },
  {
    name: 'leadloom_outbox_oldest_seconds',
    help: 'Age of the oldest entry waiting to be sent, 0 if none. Leads waiting for a buyer to accept leads again don’t count.',
    label: 'outbox',
    show: ({ oldest: { deliveries, mails, pixelEvents, webhookMessages, postbacks } }, now) => {
      const age = (at: number | null) => (at === null ? 0 : secondsSince(at, now))
      return {
        deliveries: age(deliveries),
        mails: age(mails),
        pixel_events: age(pixelEvents),
        webhook_messages: age(webhookMessages),
        postbacks: age(postbacks),
      }
    },
  },
  {
    name: 'leadloom_leases',
    help: 'Attempts in progress, and attempts whose server or time ended, which another attempt replaces.',
    label: 'state',
    show: ({ leases }) => leases,
  },
  {
    name: 'leadloom_heartbeat_oldest_seconds',
    help: 'Time since the last heartbeat of the server that has been silent the longest. Only servers that share a PostgreSQL send heartbeats.',
    show: ({ silentMs }) => silentMs && silentMs / 1000,
  },
  {
    name: 'leadloom_backup_age_seconds',
    help: 'Time since the last recorded backup, +Inf if none.',
    show: ({ backedUpAt }, now) => (backedUpAt === null ? Infinity : secondsSince(backedUpAt, now)),
  },
  {
    name: 'leadloom_replication_standbys',
    help: 'PostgreSQL standbys that are connected and receiving writes.',
    show: ({ postgres }) => postgres?.standbys?.length ?? null,
  },
  {
    name: 'leadloom_replication_required_standbys',
    help: 'Standbys that must confirm a commit. With fewer, no write is saved.',
    show: ({ postgres }) => postgres && postgres.required,
  },
  {
    name: 'leadloom_replication_lag_seconds',
    help: 'Time a standby took to apply the last write. It doesn’t change while a standby is silent, so check the lag in bytes too.',
    label: 'standby',
    show: ({ postgres }) => longest(postgres?.standbys, ({ lagMs }) => lagMs / 1000),
  },
  {
    name: 'leadloom_replication_lag_bytes',
    help: 'Writes that a standby hasn’t applied yet.',
    label: 'standby',
    show: ({ postgres }) => longest(postgres?.standbys, ({ lagBytes }) => lagBytes),
  },
  {
    name: 'leadloom_archive_age_seconds',
    help: 'Time since PostgreSQL last archived a WAL file, +Inf if never.',
    show: ({ postgres }) => (postgres?.archive ? (postgres.archive.ageMs ?? Infinity) / 1000 : null),
  },
  {
    name: 'leadloom_archive_failing_seconds',
    help: 'Time since archiving began to fail, 0 if the last attempt succeeded.',
    show: ({ postgres }) => (postgres?.archive ? postgres.archive.failingMs / 1000 : null),
  },
  {
    name: 'leadloom_lock_waiting_connections',
    help: 'PostgreSQL connections waiting for one of Leadloom’s locks.',
    show: ({ postgres }) => postgres && postgres.locks.waiting,
  },
  {
    name: 'leadloom_lock_longest_wait_seconds',
    help: 'The longest of these waits.',
    show: ({ postgres }) => postgres && postgres.locks.longestMs / 1000,
  },
  {
    name: 'leadloom_pool_connections',
    help: 'This server’s PostgreSQL connections for lookups, used and idle.',
    label: 'state',
    show: ({ postgres }) => postgres && { used: postgres.pool.used, idle: postgres.pool.idle },
  },
  {
    name: 'leadloom_pool_waiting_lookups',
    help: 'Lookups waiting for a connection.',
    show: ({ postgres }) => postgres && postgres.pool.waiting,
  },
]

/** Registers gauges of the store's state. The returned function sets them, or clears them if the store didn't answer. */
export function lookedUpGauges(registers: Registry[]): (load: Load | null, now: number) => void {
  const gauges = LOOKED_UP.map(({ name, help, label, show }) => {
    const gauge = new Gauge({ name, help, labelNames: label === undefined ? [] : [label], registers })
    return { gauge, label, show }
  })
  return (load, now) => {
    for (const { gauge, label, show } of gauges) {
      // Clears old values: a standby that is gone, or all if nothing is known. Resetting a gauge without a label would set it to 0.
      if (label === undefined) gauge.remove()
      else gauge.reset()
      const shown = load && show(load, now)
      if (typeof shown === 'number') gauge.set(shown)
      else
        for (const [value, n] of Object.entries(shown ?? {}))
          if (n !== null && label !== undefined) gauge.set({ [label]: value }, n)
    }
  }
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, now - at) / 1000
}

/** Longest lag by name; of standbys with the same name, the one furthest behind. */
function longest<Standby extends { name: string }>(
  standbys: readonly Standby[] | null | undefined,
  lag: (standby: Standby) => number,
): Record<string, number> {
  const lags: Record<string, number> = {}
  for (const standby of standbys ?? []) lags[standby.name] = Math.max(lags[standby.name] ?? 0, lag(standby))
  return lags
}
