import { createHmac } from 'node:crypto'
import { request, type Agent } from 'node:http'
import { text } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import type { CallName } from '../../schemas/api.ts'
import type { Session } from '../../schemas/kernel/session.ts'

/** A server, or several that share a database, and the connections to them. Each call goes to any of them. */
export interface Server {
  urls: readonly string[]
  agent: Agent
}

/** Opens a session; rejects if the server doesn't confirm it. */
export async function openSession(server: Server, path: string): Promise<Session> {
  const body = { path, page_url: `https://claims.example/${path}`, referrer: '', query: {} }
  return JSON.parse(await post(server, 'POST /api/sessions', { body, key: SITE_KEY })) as Session
}

/** The default of the setting SITE_KEY. */
const SITE_KEY = 'leadloom'

/** Makes a call of a session; rejects if it isn't acknowledged. */
export async function send(server: Server, { uuid, token }: Session, { name, body }: Call): Promise<void> {
  await post(server, name, { body: { session_uuid: uuid, session_token: token, ...body }, key: token })
}

/** Call of a session, without the members that name the session. */
export interface Call {
  name: CallName
  body: object
}

async function post(
  { urls, agent }: Server,
  name: CallName,
  { body, key }: { body: object; key: string },
): Promise<string> {
  const url = urls[Math.floor(Math.random() * urls.length)]!
  const [method, path] = name.split(' ') as [string, string]
  const data = deflateSync(JSON.stringify(body)).toString('base64')
  const payload = JSON.stringify({ data, _x: true })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    authorization: `Bearer ${key}`,
    'x-signature': createHmac('sha256', key).update(data).digest('hex'),
    'user-agent': USER_AGENT,
  }
  const { status, said } = await new Promise<{ status: number; said: string }>((resolve, reject) => {
    request(`${url}${path}`, { method, agent, headers }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject)
    })
      .on('error', reject)
      .end(payload)
  })
  if (status !== 201 && status !== 204)
    throw new Error(`${name} was answered ${status}: ${said}`, { cause: status })
  return said
}

/** Status that a call was refused with; null if there was no answer. */
export function refusalOf(error: unknown): number | null {
  return error instanceof Error && typeof error.cause === 'number' ? error.cause : null
}

/** Browser of a person, as robots aren't counted. */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
