import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, type BrotliOptions } from 'node:zlib'
import { loadingCache } from '../visitors/loadingCache.ts'

/** A page in two: what it shares with those of others who come as its visitor does, and what is this visitor's alone. */
export interface Parts {
  beginning: string
  end: string
}

/** Packs pages. A beginning that has come often is packed once, as small as brotli gets it, which takes longer than a page
 *  may; ends stand behind it as they are. Answers null for a page that does not begin so, or ends in more than brotli
 *  takes as it is. */
export function packBeginnings(): (page: Parts) => Promise<Buffer | null> {
  const known = loadingCache<string, { came: number; packed: Buffer | null }>(KNOWN, () =>
    Promise.resolve({ came: 0, packed: null }),
  )
  return async ({ beginning, end }) => {
    const entry = (await known.get(createHash('sha256').update(beginning).digest('base64')))!
    entry.came += 1
    if (entry.came === OFTEN)
      toBrotli(beginning, OPEN).then(
        (packed) => (entry.packed = packed),
        () => {
          // Its pages are packed each by itself.
        },
      )
    return entry.packed && closed(entry.packed, Buffer.from(end))
  }
}

/** The first steps of all sites, and what visitors come back to. */
const KNOWN = 500
/** No visitor loads a page of answers of their own as often. */
const OFTEN = 10

const toBrotli = promisify<string, BrotliOptions, Buffer>(brotliCompress)
/** To a byte's end, with the stream not ended. */
const OPEN: BrotliOptions = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** The stream, ended by these bytes: a meta-block of bytes as they are, and an empty last one. Source: RFC 7932, section
 *  9.2. */
function closed(stream: Buffer, end: Buffer): Buffer | null {
  if (end.length === 0 || end.length > 2 ** LENGTH_BITS) return null
  const head = Buffer.alloc(3)
  head.writeUIntLE(((end.length - 1) << LENGTH_AT) | AS_THEY_ARE, 0, head.length)
  return Buffer.concat([stream, head, end, LAST_EMPTY])
}

/** Behind one bit, that it is not the last, and two, how long the length is. */
const LENGTH_AT = 3
const LENGTH_BITS = 16
const AS_THEY_ARE = 1 << (LENGTH_AT + LENGTH_BITS)
const LAST_EMPTY = Buffer.of(0b11)
