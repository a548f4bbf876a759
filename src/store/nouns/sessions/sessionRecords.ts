import type { AnswerRecord } from '../../../../schemas/visitor/answer.ts'
import type { ConsentDecision, ConsentRecord } from '../../../../schemas/kernel/consent.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import type { Origin, Query, TrackingId } from '../../../../schemas/kernel/session.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import type { SessionOutcome, SessionRecord } from './sessionTypes.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  one,
  only,
  query,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'

export function* session(uuid: string): Rule<SessionRecord | null> {
  const row = yield* one(recordSql.session, uuid)
  if (!row) return null
  const { session, attended, moved_at, moved_from, moved_after, doubted, ...words } = row
  const clicks = yield* all(recordSql.clicks, session)
  const ids = Object.entries(yield* only(recordSql.tracking, session)).filter(([, id]) => id !== null)
  return {
    ...words,
    ...(!attended && { suspectedBot: true }),
    ...(moved_at !== null && { moved: { at: moved_at, from: moved_from ?? 0, after: moved_after ?? 0 } }),
    ...(doubted !== null && { doubted }),
    clicks,
    tracking: Object.fromEntries(ids) as Partial<Record<TrackingId, string>>,
    steps: (yield* all(recordSql.steps, session)).map(({ language, ...step }) => ({
      ...step,
      ...(language !== null && { language: language as Language }),
    })),
  }
}

/** Results of a session, in order of time; empty if the session is unknown. */
const outcomes = (uuid: string): Rule<SessionOutcome[]> => all(recordSql.outcomes, uuid)

/** Consents of a session in the order in which they were given; empty if the session is unknown. */
const consents = (uuid: string): Rule<ConsentRecord[]> => all(recordSql.consents, uuid)

const recordSql = {
  session: query(
    `SELECT session, uuid, token_hash, version, path, aff_id, sub1, sub2, sub3, origin, page_url, referrer, ip,
       COALESCE((SELECT content FROM visitor_texts WHERE text = user_agent), '') AS user_agent, at, language,
       moved_at, moved_from, moved_after, doubted, CASE WHEN EXISTS (SELECT 1 FROM events WHERE events.session = sessions.session AND kind = 'page_visit')
         THEN 1 ELSE 0 END AS attended
     FROM sessions JOIN channels ON channels.channel = sessions.channel WHERE uuid = $1`,
    {
      session: integer,
      uuid: text,
      token_hash: text,
      version: integer,
      path: text,
      aff_id: text,
      sub1: text,
      sub2: text,
      sub3: text,
      origin: json<Origin>(),
      page_url: text,
      referrer: text,
      ip: text,
      user_agent: text,
      at: integer,
      language: word<Language>(),
      moved_at: integerOrNull,
      moved_from: integerOrNull,
      moved_after: integerOrNull,
      doubted: jsonOrNull<string[]>(),
      attended: flag,
    },
  ),
  clicks: query(
    'SELECT query, page_url, referrer, at FROM arrivals WHERE session = $1 AND arrival > 0 ORDER BY arrival',
    { query: json<Query>(), page_url: text, referrer: text, at: integer },
  ),
  tracking: query(
    'SELECT jornaya_lead_id, trustedform_cert_url, ef_transaction_id FROM sessions WHERE session = $1',
    { jornaya_lead_id: textOrNull, trustedform_cert_url: textOrNull, ef_transaction_id: textOrNull },
  ),
  steps: query(
    `SELECT id, offer_key, step_key, answers, time_on_step, execute_actions,
       COALESCE(steps.page_url, sessions.page_url) AS page_url, steps.at AS at, steps.language AS language
     FROM steps JOIN sessions ON sessions.session = steps.session WHERE steps.session = $1 ORDER BY entry`,
    {
      id: text,
      offer_key: text,
      step_key: text,
      answers: json<AnswerRecord[]>(),
      time_on_step: integer,
      execute_actions: json<string[]>(),
      page_url: text,
      at: integer,
      language: textOrNull,
    },
  ),
  consents: query(
    `SELECT submission, offer_key AS offer, step_key AS step,
       decision, field, shown.content AS text, shown.sha256 AS text_sha256, version, flow_sha256,
       named.content AS sellers, control, steps.at AS at, browser_at, consents.ip AS ip,
       COALESCE(agents.content, '') AS user_agent, COALESCE(steps.page_url, sessions.page_url) AS page_url,
       opt_out, certificates, pages.content AS html
     FROM consents
       JOIN texts AS shown ON shown.text = consents.text
       JOIN texts AS named ON named.text = consents.sellers
       LEFT JOIN visitor_texts AS agents ON agents.text = consents.user_agent
       LEFT JOIN visitor_texts AS pages ON pages.text = consents.html
       JOIN sessions ON sessions.session = consents.session
       JOIN steps ON steps.session = consents.session AND steps.id = submission
     WHERE uuid = $1 ORDER BY consents.entry`,
    {
      submission: text,
      offer: text,
      step: text,
      decision: word<ConsentDecision>(),
      field: text,
      text,
      text_sha256: text,
      version: integer,
      flow_sha256: text,
      sellers: json<string[]>(),
      control: json<ConsentRecord['control']>(),
      at: integer,
      browser_at: integerOrNull,
      ip: text,
      user_agent: text,
      page_url: text,
      opt_out: textOrNull,
      certificates: json<ConsentRecord['certificates']>(),
      html: textOrNull,
    },
  ),
  outcomes: query(
    `WITH one AS (SELECT session FROM sessions WHERE uuid = $1)
     SELECT kind, offer, source, cents, at FROM (
       SELECT kind, offer, NULL AS source, NULL AS cents, at, entry FROM events WHERE session IN (SELECT session FROM one)
       UNION ALL
       SELECT kind, offer, source, cents, at, entry FROM ${LEDGER_SQL} AS sales
         WHERE session IN (SELECT session FROM one)
       UNION ALL SELECT 'lead', '', NULL, NULL, at, entry FROM leads WHERE session IN (SELECT session FROM one)
       UNION ALL SELECT 'link_out', offer, NULL, NULL, at, 0 FROM link_outs WHERE session IN (SELECT session FROM one)
     ) AS outcomes ORDER BY at, entry`,
    {
      kind: word<SessionOutcome['kind']>(),
      offer: text,
      source: textOrNull,
      cents: integerOrNull,
      at: integer,
    },
  ),
}

export const recordNoun = {
  reads: { session, outcomes, consents },
  sql: recordSql,
}
