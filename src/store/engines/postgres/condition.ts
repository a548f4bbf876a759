import { isIP } from 'node:net'
import type { ClientBase } from 'pg'
import { freeBytesAt } from '../freeBytes.ts'
import type { Load, PostgresLoad } from '../../kernel/storeState.ts'
import { OURS_WAITING } from './locks.ts'

/** PostgreSQL's own metrics. A user without the role pg_monitor can't see standbys, WAL, and the folder; unknown values are null, never
 *  0. */
export async function conditionOf(
  client: ClientBase,
  url: string,
): Promise<{ bytes: Load['bytes']; postgres: Omit<PostgresLoad, 'pool'> }> {
  const ask = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[]
  const [basics] = await ask<Basics>(BASICS)
  const { database, standbyNames, isArchiving, archiveAgeMs, archiveFailingMs, monitors, isBeside } = basics!
  const [locks] = await ask<PostgresLoad['locks']>(OURS_WAITING)
  const standbys = monitors ? await ask<Standby>(STANDBYS) : null
  const [files] = monitors ? await ask<{ wal: number; folder: string }>(FILES) : []
  return {
    bytes: {
      database,
      log: null,
      wal: files?.wal ?? null,
      free: files && isBeside && isHere(url) ? freeBytesAt(files.folder) : null,
    },
    postgres: {
      standbys,
      required: requiredStandbys(standbyNames),
      archive: isArchiving ? { ageMs: archiveAgeMs, failingMs: archiveFailingMs } : null,
      locks: locks!,
    },
  }
}

interface Basics {
  database: number
  standbyNames: string
  isArchiving: boolean
  archiveAgeMs: number | null
  archiveFailingMs: number
  monitors: boolean
  /** True if the peer it connects to, which may be a proxy, is on this machine. */
  isBeside: boolean
}

type Standby = NonNullable<PostgresLoad['standbys']>[number]

const ms = (interval: string) => `CAST(EXTRACT(EPOCH FROM ${interval}) * 1000 AS BIGINT)`

/** An archive that has never accepted a file counts as failing since its first try, as far as known. Source:
 *  postgresql.org/docs/current/monitoring-stats.html, "pg_stat_archiver". */
const BASICS = `SELECT pg_database_size(current_database()) AS database,
    current_setting('synchronous_standby_names') AS "standbyNames",
    current_setting('archive_mode') <> 'off' AS "isArchiving",
    ${ms('now() - last_archived_time')} AS "archiveAgeMs",
    CASE WHEN last_failed_time > COALESCE(last_archived_time, '-infinity')
      THEN ${ms('now() - COALESCE(last_archived_time, stats_reset)')} ELSE 0 END AS "archiveFailingMs",
    pg_has_role(current_user, 'pg_monitor', 'USAGE') AS monitors,
    COALESCE(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', TRUE) AS "isBeside"
  FROM pg_stat_archiver`

/** Excludes connections that copy a backup. The lag in time is empty if nothing was written lately. While a standby is silent it stays
 *  the same, but the lag in bytes grows. Source: the same, "pg_stat_replication". */
const STANDBYS = `SELECT application_name AS name,
    CAST(COALESCE(pg_wal_lsn_diff(sent.lsn, replay_lsn), 0) AS BIGINT) AS "lagBytes",
    COALESCE(${ms('replay_lag')}, 0) AS "lagMs"
  FROM pg_stat_replication, (SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
    ELSE pg_current_wal_lsn() END AS lsn) AS sent
  WHERE state IN ('streaming', 'catchup') ORDER BY application_name`

const FILES = `SELECT CAST(SUM(size) AS BIGINT) AS wal, current_setting('data_directory') AS folder FROM pg_ls_waldir()`

/** Number of standbys that synchronous_standby_names waits for: 'FIRST 2 (a, b, c)', 'ANY 1 (a, b)', '2 (a, b)', or 'a, b', which means
 *  one. Source: postgresql.org/docs/current/runtime-config-replication.html. */
export function requiredStandbys(names: string): number {
  if (names.trim() === '') return 0
  return Number(/^\s*(?:(?:ANY|FIRST)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1)
}

/** True if the address is on this machine. */
function isHere(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === '' || host === 'localhost' || host === '::1'
}
