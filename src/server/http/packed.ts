import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is sent again and again, packed once for all who ask: at first quickly, and as small as it gets once that
 *  is done, for which nobody waits. */
export interface Packed {
  text: string
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

const toBrotli = promisify<string, BrotliOptions, Buffer>(brotliCompress)
const toGzip = promisify<string, Buffer>(gzip)

/** Of a thousand fields, the smallest takes half a second. */
const QUICK: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sends it as small as the asker takes it. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  const encoding = encodingFor(request)
  return encoding
    ? sendEncoded(reply, encoding, packed[encoding])
    : reply.header('vary', 'accept-encoding').send(packed.text)
}

/** What the asker takes, of what we pack in, the smallest. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const taken = String(headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((name) => RegExp(`\\b${name}\\b`).test(taken))
}

type Encoding = 'br' | 'gzip'

export function sendEncoded(reply: FastifyReply, encoding: Encoding, body: Buffer): FastifyReply {
  return reply.header('vary', 'accept-encoding').header('content-encoding', encoding).send(body)
}
