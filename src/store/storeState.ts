/** What a store says of itself. Times are UTC epoch ms, money integer cents. */

/** Writes that were kept together, or not at all. */
export interface Commit {
  writes: number
  /** How long it took until they were on the disk, once they were written; 0 when they were not. */
  commitMs: number
  /** Why none of them was kept, when it is not for their own sake. */
  trouble: Trouble | null
}

/** Why a store that was fine when it was opened keeps nothing. What was acknowledged before is kept; what is refused now
 *  was not. */
export interface Trouble {
  name:
    | 'full'
    | 'failing'
    | 'read-only'
    | 'damaged'
    | 'replaced'
    | 'held'
    | 'out of reach'
    | 'no standby confirms'
    | 'locked'
    | 'overloaded'
  /** What is wrong and what helps, for who runs the server. */
  sentence: string
  /** Set where it lasts until the server is started anew: nothing is acknowledged any more, whatever the disk takes. */
  isFinal?: true
}

/** What is on its way at one instant, and how much room it takes. */
export interface Load {
  /** Writes that are not answered yet. */
  writes: number
  /** Deliveries that wait for an attempt, that are being attempted, and that were given up. */
  deliveries: { due: number; underWay: number; dead: number }
  /** Reports that are not in the ledger: those that wait for their sale, and those that contradict it. */
  unbooked: { waiting: number; conflict: number }
  /** Emails that wait to be sent, and those that were not: refused by the mail server, or given up. */
  mails: { due: number; refused: number; dead: number }
  /** Events that vendors of advertisements are to be told, and those that they refused or that were given up. */
  pixelEvents: { due: number; refused: number; dead: number }
  webhookMessages: { due: number; dead: number }
  /** When the oldest entry was made that waits to be sent; null when none waits. A lead that waits for its buyer to take leads again
   *  doesn't count. */
  oldest: Record<'deliveries' | 'mails' | 'pixelEvents' | 'webhookMessages', number | null>
  /** Attempts under way, and those of them whose process or time has ended, so that others may take them up. */
  leases: { open: number; ended: number }
  /** How long the process that has been silent the longest has not beaten, ms; null where one process is alone. */
  silentMs: number | null
  /** When a backup was last recorded; null when none was. */
  backedUpAt: number | null
  /** Of the database itself, of its log of writes (SQLite) or all its files of WAL (PostgreSQL), and what is free on their disk; null
   *  where it cannot be known from here. */
  bytes: { database: number; log: number | null; wal: number | null; free: number | null }
  /** Figures that only PostgreSQL has; null on the embedded database. */
  postgres: PostgresLoad | null
}

/** How a PostgreSQL does, and this process's way to it. Null is what its user may not see, or what is not set up. */
export interface PostgresLoad {
  /** Standbys that receive what is written, and how far behind each is. */
  standbys: { name: string; lagBytes: number; lagMs: number }[] | null
  /** How many standbys have to confirm a commit. */
  required: number
  /** The archive of WAL: how long ago it took a file last, and for how long it has taken none, 0 unless its last try failed. */
  archive: { ageMs: number | null; failingMs: number } | null
  /** Connections of any process that wait for a lock of ours, and the longest of these waits. */
  locks: { waiting: number; longestMs: number }
  /** Connections of this process for lookups, and lookups that wait for one. */
  pool: { used: number; idle: number; waiting: number }
}
