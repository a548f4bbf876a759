import type { DatabaseSync } from 'node:sqlite'
import { prepare } from './file.ts'
import { erasure } from '../../privacy/personal.ts'

/** The consents to a row of the outbox that its visitor was asked for. */
const ASKED = `SELECT 1 FROM consents JOIN steps ON steps.session = consents.session AND steps.id = submission
  WHERE consents.session = outbox.session AND (offer_key = outbox.offer OR field = outbox.offer || '_tcpa')`

/** Whether the visitor of a row of the outbox was asked for a consent to it, and gave none of those when asked last. */
const REFUSED = `EXISTS (${ASKED}) AND NOT EXISTS (${ASKED} AND decision = 'agreed' AND NOT EXISTS (
  SELECT 1 FROM consents AS later
  WHERE later.session = consents.session AND later.field = consents.field AND later.entry > consents.entry))`

/** Every statement that writes, or that a write asks first. */
export function statements(db: DatabaseSync) {
  const patch = (column: string) =>
    prepare(db, `UPDATE sessions SET ${column} = $1 WHERE uuid = $2 AND forgotten = 0`)
  return {
    known: prepare(db, 'SELECT session FROM sessions WHERE uuid = $1'),
    session: prepare(
      db,
      `SELECT session, version, channel, path, aff_id, sub1, forgotten
       FROM sessions JOIN channels USING (channel) WHERE uuid = $1`,
    ),
    channel: prepare(
      db,
      `SELECT channel FROM channels
       WHERE path = $1 AND aff_id = $2 AND sub1 = $3 AND sub2 = $4 AND sub3 = $5`,
    ),
    addChannel: prepare(
      db,
      `INSERT INTO channels (path, aff_id, sub1, sub2, sub3) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
    ),
    openSession: prepare(
      db,
      `INSERT INTO sessions
         (uuid, token_hash, version, channel, origin, page_url, referrer, ip, user_agent, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ),
    event: prepare(
      db,
      `INSERT INTO events (session, kind, offer, version, channel, at, arrival) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT DO NOTHING`,
    ),
    firstArrival: prepare(
      db,
      `INSERT INTO arrivals (session, arrival, channel, query, page_url, referrer, at)
       SELECT session, 0, channel, origin -> 'query', page_url, referrer, at FROM sessions WHERE session = $1
       ON CONFLICT DO NOTHING`,
    ),
    arrival: prepare(
      db,
      `INSERT INTO arrivals (session, arrival, channel, query, page_url, referrer, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    ),
    moveSession: prepare(db, 'UPDATE sessions SET channel = $1, ef_transaction_id = NULL WHERE session = $2'),
    pageVisit: prepare(db, "SELECT 1 FROM events WHERE session = $1 AND kind = 'page_visit' LIMIT 1"),
    step: prepare(
      db,
      `INSERT INTO steps
         (session, id, offer_key, step_key, answers, time_on_step, execute_actions, page_url, at)
       SELECT session, $2, $3, $4, $5, $6, $7, NULLIF($8, page_url), $9 FROM sessions WHERE uuid = $1 AND forgotten = 0
       ON CONFLICT DO NOTHING`,
    ),
    consent: prepare(
      db,
      `INSERT INTO consents (session, submission, field, text, flow_sha256, sellers, control, browser_at,
         ip, user_agent, opt_out, certificates, html, decision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
    ),
    // What is on its way by a consent that was given before.
    suppressRefused: prepare(
      db,
      `UPDATE outbox SET state = 'suppressed', due_at = NULL
       WHERE session = $1 AND (offer = $2 OR offer || '_tcpa' = $3) AND state IN ('due', 'dead')`,
    ),
    patch: {
      jornaya_lead_id: patch('jornaya_lead_id'),
      trustedform_cert_url: patch('trustedform_cert_url'),
      ef_transaction_id: patch('ef_transaction_id'),
    },
    lead: prepare(db, 'INSERT INTO leads (session, lead, at) VALUES ($1, $2, $3) RETURNING entry'),
    knownLead: prepare(db, 'SELECT entry FROM leads WHERE session = $1 AND lead = $2'),
    leadCount: prepare(db, 'SELECT COUNT(*) AS leads FROM leads WHERE session = $1'),
    dropUnsentLeads: prepare(
      db,
      `DELETE FROM leads WHERE entry IN (SELECT entry FROM leads WHERE session = $1 ORDER BY entry LIMIT -1 OFFSET $2)
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.lead = entry)`,
    ),
    addDelivery: prepare(
      db,
      `INSERT INTO outbox (key, session, offer, buyer, lead, state, attempts, under_way, due_at, at, arrival)
       VALUES ($1, $2, $3, $4, $5, 'due', 0, 0, $6, $6,
         (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $2))
       ON CONFLICT (session, offer, buyer) DO UPDATE SET lead = excluded.lead, arrival = excluded.arrival,
         state = 'due', due_at = CASE state WHEN 'suppressed' THEN excluded.due_at ELSE due_at END
       WHERE (attempts = 0 AND state = 'due') OR state = 'suppressed' RETURNING delivery`,
    ),
    dropPeople: prepare(db, 'DELETE FROM people WHERE delivery = $1'),
    addPerson: prepare(
      db,
      'INSERT INTO people (delivery, who, buyer) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    ),
    soldBefore: prepare(
      db,
      `SELECT theirs.delivery AS delivery
       FROM people AS ours JOIN people AS theirs ON theirs.buyer = ours.buyer AND theirs.who = ours.who
       WHERE ours.delivery = $1 AND theirs.delivery <> $1 AND theirs.sold_at > $2
       ORDER BY theirs.delivery LIMIT 1`,
    ),
    soldTo: prepare(db, 'UPDATE people SET sold_at = $1 WHERE delivery = $2'),
    // What was kept back for the sake of one that was not bought after all.
    sendKeptBack: prepare(
      db,
      `UPDATE outbox SET state = 'due', due_at = $1, duplicate_of = NULL
       WHERE duplicate_of = $2 AND state = 'duplicate' AND NOT (${REFUSED})`,
    ),
    soldAs: prepare(db, 'UPDATE outbox SET external_id = $1 WHERE delivery = $2'),
    markDuplicate: prepare(db, 'UPDATE outbox SET duplicate_of = $1 WHERE delivery = $2'),
    delivery: prepare(
      db,
      `SELECT delivery, key, sessions.uuid AS session_uuid, offer, buyer,
         COALESCE(leads.lead, '{}') AS payload, state, attempts, under_way, due_at, insisted, outbox.arrival AS arrival, channels.aff_id AS aff_id
       FROM outbox JOIN sessions ON sessions.session = outbox.session
         LEFT JOIN leads ON leads.entry = outbox.lead
         LEFT JOIN arrivals ON arrivals.session = outbox.session AND arrivals.arrival = outbox.arrival
         JOIN channels ON channels.channel = COALESCE(arrivals.channel, sessions.channel)
       WHERE delivery = $1`,
    ),
    beginAttempt: prepare(
      db,
      'UPDATE outbox SET attempts = attempts + 1, under_way = 1 WHERE delivery = $1 AND under_way = 0',
    ),
    // One that was suppressed while it was under way is not due again, nor by a replay; what was bought by then was bought.
    endAttempt: prepare(
      db,
      `UPDATE outbox SET under_way = 0,
         state = CASE WHEN state = 'suppressed' AND $1 <> 'accepted' THEN state ELSE $1 END,
         due_at = CASE WHEN state = 'suppressed' THEN NULL ELSE $2 END
       WHERE delivery = $3`,
    ),
    attempted: prepare(
      db,
      `INSERT INTO attempts (delivery, attempt, said, at)
       SELECT delivery, $2, CASE forgotten WHEN 1 THEN '' ELSE $3 END, $4
       FROM outbox JOIN sessions USING (session) WHERE delivery = $1
       ON CONFLICT DO NOTHING`,
    ),
    addMail: prepare(
      db,
      `INSERT INTO mails (session, offer, step, recipient, subject, body, state, attempts, under_way, due_at, said, at)
       VALUES ($1, $2, $3, $4, $5, $6, 'due', 0, 0, $7, NULL, $7)
       ON CONFLICT (session, offer, step) DO UPDATE SET
         recipient = excluded.recipient, subject = excluded.subject, body = excluded.body, state = 'due',
         due_at = excluded.due_at, addresses = addresses + (recipient <> excluded.recipient)
       WHERE ((attempts = 0 AND under_way = 0) OR recipient <> excluded.recipient)
         AND (recipient = excluded.recipient OR addresses < $8)
         AND NOT EXISTS (SELECT 1 FROM mailed WHERE mailed.who = $9 AND mailed.mail = mails.mail)`,
    ),
    addMailed: prepare(
      db,
      'INSERT INTO mailed (who, mail, at) VALUES ($1, $2, $3) ON CONFLICT (who, mail) DO UPDATE SET at = excluded.at',
    ),
    mailedSince: prepare(db, 'SELECT COUNT(*) AS n FROM mailed WHERE who = $1 AND at > $2'),
    sweepMailed: prepare(db, 'DELETE FROM mailed WHERE at <= $1'),
    replayMail: prepare(
      db,
      "UPDATE mails SET state = 'due', due_at = $1 WHERE mail = $2 AND state IN ('dead', 'refused') AND under_way = 0",
    ),
    mail: prepare(
      db,
      `SELECT sessions.uuid AS session_uuid, channels.path AS path, offer, step, recipient, subject, body, state, attempts,
         under_way, due_at
       FROM mails JOIN sessions USING (session) JOIN channels USING (channel) WHERE mail = $1`,
    ),
    beginMail: prepare(
      db,
      'UPDATE mails SET attempts = attempts + 1, under_way = 1 WHERE mail = $1 AND under_way = 0',
    ),
    endMail: prepare(
      db,
      'UPDATE mails SET state = $1, due_at = $2, said = $3, under_way = 0 WHERE mail = $4',
    ),
    // It was to another address than it is due to now.
    endMailElsewhere: prepare(db, 'UPDATE mails SET under_way = 0 WHERE mail = $1'),
    resumeMails: prepare(
      db,
      "UPDATE mails SET state = 'due', due_at = $1, under_way = 0, said = 'The process ended before the answer came.' WHERE under_way = 1",
    ),
    underWay: prepare(db, 'SELECT delivery, attempts FROM outbox WHERE under_way = 1'),
    replay: prepare(
      db,
      `UPDATE outbox SET state = 'due', due_at = $1, duplicate_of = NULL, insisted = $3
       WHERE delivery = $2 AND state IN ('dead', 'rejected', 'duplicate') AND under_way = 0
         AND NOT (${REFUSED})
         AND ($3 = 1 OR NOT EXISTS
           (SELECT 1 FROM people WHERE people.delivery = duplicate_of AND sold_at IS NOT NULL))`,
    ),
    optOut: prepare(db, 'INSERT INTO opt_outs (who, source, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'),
    optedOut: prepare(db, 'SELECT 1 FROM opt_outs WHERE who = $1'),
    privacyRequest: prepare(
      db,
      'INSERT INTO privacy_requests (kind, path, manner, email, phone, at) VALUES ($1, $2, $3, $4, $5, $6)',
    ),
    answerPrivacyRequest: prepare(
      db,
      'UPDATE privacy_requests SET answer = $1, answered_at = $2 WHERE request = $3 AND answered_at IS NULL',
    ),
    dropPrivacyRequests: prepare(db, 'DELETE FROM privacy_requests WHERE at < $1'),
    forget: [...erasure(), 'INSERT INTO forgettings (uuid) SELECT uuid FROM sessions WHERE session = $1'].map(
      (sql) => prepare(db, sql),
    ),
    trimForgettings: prepare(
      db,
      'DELETE FROM forgettings WHERE mark <= (SELECT MAX(mark) FROM forgettings) - $1',
    ),
    retentionInstant: prepare(db, 'SELECT at FROM retention'),
    setRetentionInstant: prepare(
      db,
      'INSERT INTO retention (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at',
    ),
    expired: prepare(
      db,
      `SELECT session FROM sessions
       WHERE forgotten = 0 AND at < $1
         AND (at < $2 OR NOT EXISTS (SELECT 1 FROM leads WHERE leads.session = sessions.session))
       ORDER BY at LIMIT $3`,
    ),
    linkOut: prepare(
      db,
      'INSERT INTO link_outs (uuid, session, offer, step, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    ),
    quarantine: prepare(
      db,
      'INSERT INTO quarantine (session_uuid, call, reason, body, source, at) VALUES ($1, $2, $3, $4, $5, $6)',
    ),
    trimSession: prepare(
      db,
      `DELETE FROM quarantine WHERE entry IN
         (SELECT entry FROM quarantine WHERE session_uuid = $1 ORDER BY entry DESC LIMIT -1 OFFSET $2)`,
    ),
    trimSource: prepare(
      db,
      `DELETE FROM quarantine WHERE entry IN
         (SELECT entry FROM quarantine WHERE source = $1 ORDER BY entry DESC LIMIT -1 OFFSET $2)`,
    ),
    quarantined: prepare(db, 'SELECT COUNT(*) AS n FROM quarantine'),
    largestSource: prepare(
      db,
      'SELECT source, COUNT(*) AS n FROM quarantine GROUP BY source ORDER BY n DESC, MIN(entry) LIMIT 1',
    ),
    addSecret: prepare(db, 'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING'),
    secret: prepare(db, 'SELECT value FROM secrets WHERE name = $1'),
    saveOperator: prepare(
      db,
      `INSERT INTO operators (name, role, password_hash, since) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET role = excluded.role, password_hash = excluded.password_hash,
         since = excluded.since, revoked_at = NULL`,
    ),
    revokeOperator: prepare(
      db,
      'UPDATE operators SET revoked_at = $1 WHERE name = $2 AND revoked_at IS NULL',
    ),
    dropLoginsOf: prepare(db, "DELETE FROM login_sessions WHERE data ->> 'operator' = $1"),
    failLogin: prepare(
      db,
      `INSERT INTO login_failures (key, count, since) VALUES ($1, 1, $2)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN since > $3 THEN count + 1 ELSE 1 END,
         since = CASE WHEN since > $3 THEN since ELSE excluded.since END`,
    ),
    sweepFailures: prepare(db, 'DELETE FROM login_failures WHERE since <= $1'),
    audit: prepare(db, 'INSERT INTO audit (at, operator, act, about) VALUES ($1, $2, $3, $4)'),
    saveLogin: prepare(
      db,
      `INSERT INTO login_sessions (id, data, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`,
    ),
    dropLogin: prepare(db, 'DELETE FROM login_sessions WHERE id = $1'),
    sweepLogins: prepare(db, 'DELETE FROM login_sessions WHERE expires_at <= $1'),
    beat: prepare(db, 'UPDATE heartbeat SET beats = beats + 1'),
  }
}
