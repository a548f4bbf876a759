import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { PROBLEM_TYPE, problemOf, refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Time limits of a connection. A client that takes longer, on purpose or because of a bad network, is disconnected. Browsers reconnect,
 *  and a thousand slow clients can't hold connections for long. */
export interface Patience {
  /** Time from opening the connection, or the first byte of its next request, to the end of the request's headers. */
  headersMs: number
  /** Time until the end of the request's body. */
  requestMs: number
  /** Time during which the client reads none of an answer that is waiting. */
  stalledMs: number
  /** Time from an answer to the next request. */
  idleMs: number
  /** Interval for checking the first three limits. */
  checkMs: number
}

/** A visitor's answers arrive in one or two packets; 30 s is enough for the slowest network that delivers them at all. Load balancers
 *  keep connections for 60 s; if the server closed first, it would cut off a request that is just arriving. */
export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 25_000,
  idleMs: 72_000,
  checkMs: 2000,
}

/** These limits as options of Fastify and Node. */
export function connectionOptions({ headersMs, requestMs, idleMs, checkMs }: Patience) {
  return {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    // Node would refuse such requests without giving a reason.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs, requireHostHeader: false },
  }
}

/** Disconnects clients that leave an answer unread, since the server would have to hold it. Node's own timer doesn't help; it restarts
 *  with every byte that such a client sends. */
export function dropStalled(server: Server, { stalledMs, checkMs }: Patience): void {
  const seen = new Map<Socket, { taken: number; atMs: number }>()
  const look = () => {
    const now = performance.now()
    for (const [socket, before] of seen) {
      const waiting = socket.writableLength
      const taken = socket.bytesWritten - waiting
      if (waiting === 0 || taken !== before.taken) seen.set(socket, { taken, atMs: now })
      else if (now - before.atMs >= stalledMs) socket.destroy()
    }
  }
  server.on('connection', (socket) => {
    seen.set(socket, { taken: 0, atMs: performance.now() })
    socket.once('close', () => seen.delete(socket))
  })
  server.once('listening', () => {
    const looking = setInterval(look, checkMs)
    server.once('close', () => clearInterval(looking))
  })
}

/** Refuses a request with no host or several, because a proxy in front of us may have used a different one. Source: RFC 9112, 3.2
 *  "Request Target". */
export const rejectMultipleHosts: onRequestHookHandler = ({ raw }, reply, done) => {
  const hosts = hostsIn(raw.rawHeaders)
  const isSaid = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
  if (!isSaid) void reply.header('connection', 'close')
  done(isSaid ? undefined : refusal(400, REFUSALS.hostOnce, { field: 'host' }))
}

/** Number of Host headers. `rawHeaders`: alternating names and values. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === HOST.length && rawHeaders[at]!.toLowerCase() === HOST) hosts++
  return hosts
}

const HOST = 'host'

/** Answers data that never became a request: it took too long, its headers are too long, or it isn't HTTP. Neither log nor answer
 *  repeats a byte of it. */
export function refuseUnread({ unreadable }: Metrics) {
  return function (this: FastifyInstance, error: { code: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, detail } = WHY[error.code] ?? { status: 400, detail: REFUSALS.notHttp }
    unreadable.inc({ status })
    logUnread(this.log, status)
    if (socket.writable) {
      const body = JSON.stringify(problemOf(refusal(status, detail)))
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${PROBLEM_TYPE}\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
    socket.destroy()
  }
}

function logUnread(log: FastifyBaseLogger, status: number): void {
  log.warn({ status }, 'not a request')
}

const WHY: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: REFUSALS.tooSlow },
  HPE_HEADER_OVERFLOW: { status: 431, detail: REFUSALS.headersTooLong },
}
