import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is sent again and again, packed once for all who ask: at first quickly, and as small as it gets once that
 *  is done, for which nobody waits. */
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
      // What was packed quickly serves as well.
    },
  )
  return packed
}

/** What is packed as small as it gets already. */
export async function packedAs(br: Buffer, text: Buffer): Promise<Packed> {
  return { text, br, gzip: await toGzip(text) }
}

const toBrotli = promisify<string, BrotliOptions, Buffer>(brotliCompress)
const toGzip = promisify<string | Buffer, Buffer>(gzip)

/** Of a thousand fields, the smallest takes half a second. */
const QUICK: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sends it as small as the asker takes it. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  const taken = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => RegExp(`\\b${name}\\b`).test(taken))
  reply.header('vary', 'accept-encoding')
  return encoding
    ? reply.header('content-encoding', encoding).send(packed[encoding])
    : reply.send(packed.text)
}
