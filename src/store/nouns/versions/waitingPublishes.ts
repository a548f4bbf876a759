import type { PublishRequest } from '../../../../schemas/studio/publishRequest.ts'
import type { NewPublishRequest, PublishDecision, RequestedSource } from './draftRecords.ts'
import type { NewVersion } from './versionTypes.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  json,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { publish } from './publishing.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Publishes that wait for a second person or for their time. A path has one at a time, even if processes add one at the same moment. */

/** Adds a pending publish. False if the path already has one. */
function* addPublishRequest(request: NewPublishRequest): Rule<boolean> {
  const { id, path, text, files, weight, asked_by, maker, asked_at, live_at, state } = request
  const parts = [id, path, text, JSON.stringify(files), weight, asked_by, maker, asked_at, live_at, state]
  return (yield* run(publishRequestSql.add, ...parts)) === 1
}

/** Changes the state of a pending publish. False if it isn't in the named state. */
function* decidePublishRequest({ id, from, to, by, at, reason }: PublishDecision): Rule<boolean> {
  return (yield* run(publishRequestSql.decide, id, from, to, by, at, reason)) === 1
}

/** Publishes a planned request, once, even if several callers ask at the same moment. Resolves to the version; null if it is no longer
 *  planned. */
function* publishPlanned(id: string, version: NewVersion): Rule<number | null> {
  const found = yield* one(publishRequestSql.take, id)
  if (!found) return null
  const made = yield* publish(version, found.weight)
  yield* run(publishRequestSql.became, id, made)
  return made
}

const publishRequest = (id: string): Rule<RequestedSource | null> => one(publishRequestSql.request, id)

/** Requests of all paths that wait for a second person or for their time. */
const openPublishRequests = (): Rule<PublishRequest[]> => all(publishRequestSql.open)

/** Requests of a path, newest first, at most 20, including ended ones. */
const publishRequests = (path: string): Rule<PublishRequest[]> => all(publishRequestSql.ofPath, path)

const line = {
  id: text,
  path: text,
  weight: integer,
  asked_by: text,
  maker: textOrNull,
  asked_at: integer,
  live_at: integerOrNull,
  state: word<PublishRequest['state']>(),
  decided_by: textOrNull,
  decided_at: integerOrNull,
  reason: textOrNull,
  version: integerOrNull,
}
const LINE =
  'id, path, weight, asked_by, maker, asked_at, live_at, state, decided_by, decided_at, reason, version'

const publishRequestSql = {
  add: command(
    `INSERT INTO publish_requests (id, path, text, files, weight, asked_by, maker, asked_at, live_at, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
  ),
  decide: command(
    `UPDATE publish_requests SET state = $3, decided_by = COALESCE($4, decided_by), decided_at = $5, reason = $6
     WHERE id = $1 AND state = $2`,
  ),
  take: query(
    `UPDATE publish_requests SET state = 'published' WHERE id = $1 AND state = 'planned' RETURNING weight`,
    { weight: integer },
  ),
  became: command('UPDATE publish_requests SET version = $2 WHERE id = $1'),
  request: query(`SELECT ${LINE}, text, files FROM publish_requests WHERE id = $1`, {
    ...line,
    text,
    files: json<Record<string, string>>(),
  }),
  open: query(
    `SELECT ${LINE} FROM publish_requests WHERE state IN ('waiting', 'planned') ORDER BY asked_at, id`,
    line,
  ),
  ofPath: query(
    `SELECT ${LINE} FROM publish_requests WHERE path = $1 ORDER BY asked_at DESC, id LIMIT 20`,
    line,
  ),
}

export const publishRequestNoun = {
  writes: ofRecords({ addPublishRequest, decidePublishRequest, publishPlanned }),
  reads: { publishRequest, publishRequests, openPublishRequests },
  sql: publishRequestSql,
}
