/** State that a store reports. Times are UTC epoch ms, money integer cents. */

/** Writes that were saved together, or not at all. */
export interface Commit {
  writes: number
  /** Time until they were on disk, after they were written; 0 if they weren't. */
  commitMs: number
  /** Reason that none of them was saved, unless the writes themselves were refused. */
  trouble: Trouble | null
}

/** Reason that a store that was fine when opened can't save anything. Data acknowledged before is safe; writes refused now weren't
 *  saved. */
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
  /** Problem and remedy, for the people who run the server. */
  sentence: string
  /** Set if it lasts until the server restarts; nothing is acknowledged anymore, whatever the disk accepts. */
  isFinal?: true
}

/** Entries in flight at one instant, and the space used. */
export interface Load {
  /** Writes that aren't answered yet. */
  writes: number
  /** Deliveries that wait for an attempt, are being attempted, and were given up. */
  deliveries: { due: number; underWay: number; dead: number }
  /** Money in doubt: returns that wait for their sale, reports that contradict the ledger or name a price far off, sales that are probable,
   *  and lines of statements that differ. */
  unbooked: { waiting: number; conflict: number; probable: number; stated: number }
  /** Emails that wait to be sent, were refused by the mail server, and were given up. */
  mails: { due: number; refused: number; dead: number }
  /** Events that wait to be sent to ad vendors, were refused by them, and were given up. */
  pixelEvents: { due: number; refused: number; dead: number }
  webhookMessages: { due: number; dead: number }
  postbacks: { due: number; dead: number }
  /** Time when the oldest entry that waits to be sent was made; null if none waits. A lead that waits for its buyer to take leads again
   *  doesn't count. */
  oldest: Record<'deliveries' | 'mails' | 'pixelEvents' | 'webhookMessages' | 'postbacks', number | null>
  /** Attempts in flight, and those whose process or time has ended, so that others may take them over. */
  leases: { open: number; ended: number }
  /** Time since the last beat of the process that has been silent the longest, ms; null if one process is alone. */
  silentMs: number | null
  /** Time of the last recorded backup; null if there was none. */
  backedUpAt: number | null
  /** Sizes of the database, and of its log of writes (SQLite) or all its WAL files (PostgreSQL), and the free space on their disk; null
   *  if unknown from here. */
  bytes: { database: number; log: number | null; wal: number | null; free: number | null }
  /** Metrics that only PostgreSQL has; null for the embedded database. */
  postgres: PostgresLoad | null
}

/** Health of a PostgreSQL, and of this process's connections to it. Null if its user can't see it or it isn't set up. */
export interface PostgresLoad {
  /** Connected standbys, and how far behind each is. */
  standbys: { name: string; lagBytes: number; lagMs: number }[] | null
  /** Number of standbys that must confirm a commit. */
  required: number
  /** Archive of WAL: time since it last took a file, and how long it has been failing, 0 unless its last try failed. */
  archive: { ageMs: number | null; failingMs: number } | null
  /** Connections of any process that wait for a lock of ours, and the longest of these waits. */
  locks: { waiting: number; longestMs: number }
  /** Connections of this process for lookups, and lookups that wait for one. */
  pool: { used: number; idle: number; waiting: number }
}
