import { openTables } from '../store/tables.ts'

/** Steps in a server's database, read directly. */
export function recordedSteps(dataDir: string): { session: number; step: string; answers: string }[] {
  return query(
    dataDir,
    `SELECT session, offer_key || '/' || step_key AS step, answers FROM steps ORDER BY entry`,
  )
}

/** The uuid of the session that was opened last. */
export function lastSession(dataDir: string): string {
  const [row] = query<{ uuid: string }>(dataDir, 'SELECT uuid FROM sessions ORDER BY session DESC LIMIT 1')
  if (!row) throw new Error('There is no session yet.')
  return row.uuid
}

export function counted(
  dataDir: string,
  kind: 'page_visit' | 'visit' | 'registration' | 'impression',
): number {
  const [row] = query<{ n: number }>(dataDir, `SELECT count(*) AS n FROM events WHERE kind = '${kind}'`)
  return row?.n ?? 0
}

function query<T>(dataDir: string, sql: string): T[] {
  const database = openTables(dataDir)
  try {
    return database.prepare(sql).all() as T[]
  } finally {
    database.close()
  }
}

export function linkOuts(dataDir: string): { offer: string; step: string }[] {
  return query(dataDir, 'SELECT offer, step FROM link_outs')
}

/** Time when the live version of a path was activated, UTC epoch ms. */
export function versionLiveSince(dataDir: string, path: string): number {
  const [row] = query<{ at: number }>(
    dataDir,
    `SELECT activated_at AS at FROM versions WHERE path = '${path}' AND deactivated_at IS NULL`,
  )
  if (!row) throw new Error(`Nothing is live on ${path}.`)
  return row.at
}

/** Number of steps recorded for the session with this sub1, and its tracking IDs. */
export function sessionOf(dataDir: string, sub1: string): Record<string, unknown> | undefined {
  const [row] = query<Record<string, unknown>>(
    dataDir,
    `SELECT (SELECT count(*) FROM steps WHERE steps.session = sessions.session) AS steps,
       trustedform_cert_url, jornaya_lead_id, ef_transaction_id
     FROM sessions JOIN channels USING (channel) WHERE sub1 = '${sub1}'`,
  )
  return row && { ...row }
}

interface KeptConsent {
  text: string
  sellers: string
  control: string
  certificates: string
  html: string
  browser_at: number
  opt_out: string | null
}

export function consents(dataDir: string, sub1: string): KeptConsent[] {
  return query(
    dataDir,
    `SELECT shown.content AS text, named.content AS sellers, control, certificates, pages.content AS html, browser_at, opt_out
     FROM consents JOIN sessions USING (session) JOIN channels USING (channel)
       JOIN texts AS shown ON shown.text = consents.text JOIN texts AS named ON named.text = sellers
       LEFT JOIN visitor_texts AS pages ON pages.text = html
     WHERE sub1 = '${sub1}' ORDER BY entry`,
  )
}

export function optOuts(dataDir: string): number {
  const [row] = query<{ n: number }>(dataDir, 'SELECT count(*) AS n FROM opt_outs')
  return row?.n ?? 0
}
