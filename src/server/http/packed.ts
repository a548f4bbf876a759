import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is sent many times, compressed once for all requests. It is compressed quickly first, and then in the background to the
 *  smallest size. */
export interface Packed {
  text: string | Buffer
  br: Buffer
  gzip: Buffer
}

export async function pack(text: string): Promise<Packed> {
  const [br, gzip] = await Promise.all([toBrotli(text, QUICK), toGzip(text)])
  const packed = { text, br, gzip }
  toBrotli(text, {}).then(
    (smallest) => (packed.br = smallest),
    () => {
      // The quickly compressed version works as well.
    },
  )
  return packed
}

/** Wraps a text that is already compressed to the smallest size. */
export async function packedAs(br: Buffer, text: Buffer): Promise<Packed> {
  return { text, br, gzip: await toGzip(text) }
}

const toBrotli = promisify<string, BrotliOptions, Buffer>(brotliCompress)
const toGzip = promisify<string | Buffer, Buffer>(gzip)

/** Used because the smallest compression of a thousand fields takes half a second. */
const QUICK: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sends the smallest encoding that the client accepts. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  const taken = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => RegExp(`\\b${name}\\b`).test(taken))
  reply.header('vary', 'accept-encoding')
  return encoding
    ? reply.header('content-encoding', encoding).send(packed[encoding])
    : reply.send(packed.text)
}
