import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { FORMATS } from '../../server/delivery/formats.ts'

/** Behavior of a local buyer. accept, reject, duplicate: it answers so in its format. stall: it never answers. die: it hangs up without
 *  an answer. lie: it answers 200 with a meaningless body. busy: 503. */
export const MANNERS = ['accept', 'reject', 'duplicate', 'stall', 'die', 'lie', 'busy'] as const
export type Manner = (typeof MANNERS)[number]

/** A post as it arrived. */
export interface Arrived {
  format: Buyer['format']
  /** True for a ping. */
  ping: boolean
  key: string
  members: Record<string, string>
  manner: Manner
}

export interface LocalBuyer {
  /** http://127.0.0.1:port; post to the path with a format's name, and ping with /ping after it. */
  url: string
  close(): Promise<void>
}

/** A buyer on this machine that speaks every format, for trying out delivery; each has the path of its name, such as /leadconduit. It
 *  remembers idempotency keys as buyers should, and answers a lead it accepted with the same acceptance again. `mannerOf` is called for
 *  each post; `price` is in dollars. */
export async function openLocalBuyer({
  port,
  price,
  mannerOf,
  onPost,
}: {
  port: number
  price: string
  mannerOf: (arrived: Omit<Arrived, 'manner'>) => Manner
  onPost: (arrived: Arrived) => void
}): Promise<LocalBuyer> {
  const accepted = new Map<string, string>()
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, format = '', asking] = /^\/(\w+)(\/ping)?$/.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || !isFormat(format)) return void response.writeHead(404).end()
    const text = await bodyOf(request)
    const key = String(request.headers['idempotency-key'] ?? '')
    const ping = asking !== undefined
    const asked = { format, ping, key, members: membersOf(text, request.headers['content-type'] ?? '') }
    const known = key === '' ? undefined : accepted.get(key)
    const manner = known === undefined ? mannerOf(asked) : 'accept'
    const id = known ?? `local-${randomUUID()}`
    if (manner === 'accept' && key !== '' && !ping) accepted.set(key, id)
    onPost({ ...asked, manner })
    if (manner === 'stall') return
    if (manner === 'die') return void response.destroy()
    if (manner === 'lie') return void response.writeHead(200).end('<html>Welcome</html>')
    if (manner === 'busy') return void response.writeHead(503).end()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...FORMATS[format].local[manner]({ id, price }), ...(ping && { ping_id: id }) }))
  }

  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve()),
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isFormat(text: string): text is Buyer['format'] {
  return Object.hasOwn(FORMATS, text)
}

const BODY_BYTES = 1024 * 1024

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES) throw new Error('The body is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function membersOf(text: string, contentType: string): Record<string, string> {
  if (contentType.startsWith('application/json')) return JSON.parse(text) as Record<string, string>
  return Object.fromEntries(new URLSearchParams(text))
}
