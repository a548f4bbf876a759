import { createHmac } from 'node:crypto'
import type { Query, Session } from '../../schemas/session.ts'
import type { Context } from './context.ts'
import { newYorkDate } from './store/newYorkDay.ts'
import { newIdentity, tokenHash } from './token.ts'

/** How a visitor arrives. `ip` and `user_agent` are the server's own view. */
export interface Arrival {
  path: string
  page_url: string
  referrer: string
  query: Query
  ip: string
  user_agent: string
  /** Why it must not be sold, if so. */
  opt_out: string | undefined
  /** Whether nobody is there to see the page: see attendance.ts. */
  unattended: boolean
}

/** Opens a session on a version that is live on the path, by their shares; null when none is. It is stored when this resolves. */
export async function openVisitorSession(
  { store, versions, visitors, metrics, now, random, clickSecret }: Context,
  { path, query, user_agent, opt_out, unattended, ...arrival }: Arrival,
): Promise<Session | null> {
  const { uuid, token } = newIdentity(random)
  const live = await versions.liveFor(uuid, path)
  if (!live) return null
  const at = now()
  const session = {
    ...arrival,
    uuid,
    token_hash: tokenHash(token),
    path,
    version: live.version,
    aff_id: query['affid'] || query['aff_id'] || DEFAULT_AFFILIATE,
    sub1: query['sub1'] ?? '',
    sub2: query['sub2'] ?? '',
    sub3: query['sub3'] ?? '',
    origin: { today: newYorkDate(at), query },
    user_agent: user_agent.slice(0, USER_AGENT_LENGTH),
    ...(opt_out !== undefined && { opt_out }),
    ...(unattended && { unattended }),
    at,
  }
  await store.openSession(session)
  visitors.add(session)
  metrics.sessionsOpened.inc()
  return { uuid, token, version: live.version, click_ref: clickRef(clickSecret, uuid) }
}

/** Source: spec, section 9 "any other affid (default 1)". */
const DEFAULT_AFFILIATE = '1'
const USER_AGENT_LENGTH = 500

/** What partner links carry in place of the token: it names the session to nobody but this server, and opens nothing
 *  but the conversion webhook. Source: design, section 7.2. */
export function clickRef(secret: string, uuid: string): string {
  return createHmac('sha256', secret).update(uuid).digest().subarray(0, CLICK_REF_BYTES).toString('base64url')
}

/** 128 bits cannot be guessed, and keep partner links short. */
const CLICK_REF_BYTES = 16
