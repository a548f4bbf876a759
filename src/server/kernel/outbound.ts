import type { Agent as HttpAgent, ClientRequestArgs } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { AxiosError } from 'axios'
import { useAgent as filteringAgent } from 'request-filtering-agent'
import { ATTEMPTS } from './attemptWords.ts'

export interface Post extends Get {
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Get {
  url: string
  timeoutMs: number
  /** True if the address may be on this machine. */
  local: boolean
}

/** The response, or the reason there is none. `isUnsure`: the request may have arrived, because the connection was made. */
export type Answered = { status: number; text: string } | { failed: string; isUnsure: boolean }

/** Posts to an outside host, never to a private network address, however it is spelled or resolved. A redirect is an answer like any
 *  other and isn't followed. Never rejects. `stop` ends it at once. */
export function post(sent: Post, stop: AbortSignal): Promise<Answered> {
  return ask({ method: 'POST', ...sent }, stop)
}

/** Gets from an outside host under the same rules. */
export function get(sent: Get, stop: AbortSignal): Promise<Answered> {
  return ask({ method: 'GET', headers: {}, body: '', ...sent }, stop)
}

async function ask(
  { method, url, headers, body, timeoutMs, local }: Post & { method: 'GET' | 'POST' },
  stop: AbortSignal,
): Promise<Answered> {
  // Loading it takes longer than a tenth of a server's start.
  const { default: axios, isAxiosError } = await import('axios')
  const { agent, isConnected } = agentFor(url, local)
  try {
    const { status, data } = await axios.request<string>({
      method,
      url,
      ...(body && { data: body }),
      headers: { ...headers, accept: 'application/json' },
      httpAgent: agent,
      httpsAgent: agent,
      proxy: false,
      maxRedirects: 0,
      maxContentLength: ANSWER_BYTES,
      responseType: 'text',
      transformResponse: (text: string) => text,
      validateStatus: () => true,
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    })
    return { status, text: data }
  } catch (error) {
    const failed = isAxiosError(error) ? reasonOf(error, timeoutMs) : ATTEMPTS.failed
    return { failed, isUnsure: isConnected() }
  }
}

/** Limit for a buyer's answer, which usually has a few hundred bytes. */
const ANSWER_BYTES = 256 * 1024

const LOOPBACK = ['127.0.0.1', '::1']

type ConnectionListener = Parameters<HttpAgent['createConnection']>[1]

/** Agent for one request, which tells if its connection was made: over TLS, only once the host has proved its name. Nothing is sent before
 *  that, so a refused connection, an unknown name, a forbidden address or an invalid certificate got nothing. */
function agentFor(url: string, local: boolean) {
  const agent: HttpAgent | HttpsAgent = filteringAgent(url, {
    keepAlive: false,
    ...(local && { allowIPAddressList: LOOPBACK }),
  })
  let isConnected = false
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options: ClientRequestArgs, listener: ConnectionListener) => {
    const socket = connect(options, listener)
    socket?.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => (isConnected = true))
    return socket
  }
  return { agent, isConnected: () => isConnected }
}

/** Reason in our own words; axios's messages may hold the address, whose query can hold a secret. */
function reasonOf({ code = ATTEMPTS.noReason }: AxiosError, timeoutMs: number): string {
  if (code === 'ERR_CANCELED') return ATTEMPTS.noAnswer(timeoutMs / 1000)
  if (code === 'ERR_BAD_RESPONSE') return ATTEMPTS.longAnswer(ANSWER_BYTES)
  return ATTEMPTS.failedBy(code)
}
