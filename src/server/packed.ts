import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is sent again and again, packed once for all who ask: as small as it gets. */
export interface Packed {
  text: string
  br: Buffer
  gzip: Buffer
}

export async function pack(text: string): Promise<Packed> {
  const [br, gzip] = await Promise.all([toBrotli(text), toGzip(text)])
  return { text, br, gzip }
}

const toBrotli = promisify<string, Buffer>(brotliCompress)
const toGzip = promisify<string, Buffer>(gzip)

/** Sends it as small as the asker takes it. */
export function sendPacked({ headers }: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  const taken = String(headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => RegExp(`\\b${name}\\b`).test(taken))
  reply.header('vary', 'accept-encoding')
  return encoding
    ? reply.header('content-encoding', encoding).send(packed[encoding])
    : reply.send(packed.text)
}
