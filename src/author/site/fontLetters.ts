import { brotliDecompressSync } from 'node:zlib'

/** Tells whether a font has a letter, by code point; null for bytes that are not a readable WOFF2 font. Source: W3C WOFF File Format
 *  2.0, sections 4 and 5; OpenType, "cmap". */
export function lettersOf(woff2: Buffer): ((codePoint: number) => boolean) | null {
  try {
    const cmap = cmapOf(woff2)
    const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8))
    const ranges = tables.flatMap((offset) => rangesOf(cmap.subarray(offset)))
    return (codePoint) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
  } catch (error) {
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code !== undefined) return null
    throw error
  }
}

const HEADER_BYTES = 48
/** Number of the cmap table, which lists the letters: the first of those that WOFF2 knows by number. */
const CMAP = 0
/** Tables that are rewritten unless their transform is 3. */
const [GLYF, LOCA, OTHER] = [10, 11, 63]
/** Far above any subset of letters. */
const MOST_BYTES = 16 * 1024 * 1024

function cmapOf(woff2: Buffer): Buffer {
  let at = HEADER_BYTES
  const base128 = () => {
    let value = 0
    for (;;) {
      const byte = woff2.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  let offset = 0
  let found: [begin: number, end: number] | undefined
  for (let left = woff2.readUInt16BE(12); left > 0; left--) {
    const flags = woff2.readUInt8(at++)
    const [tag, transform] = [flags & 63, flags >> 6]
    if (tag === OTHER) at += 4
    const length = base128()
    const isRewritten = tag === GLYF || tag === LOCA ? transform !== 3 : transform !== 0
    const held = isRewritten ? base128() : length
    if (tag === CMAP) found = [offset, offset + held]
    offset += held
  }
  const packed = woff2.subarray(at, at + woff2.readUInt32BE(20))
  if (!found) throw new RangeError('The font has no cmap.')
  return brotliDecompressSync(packed, { maxOutputLength: MOST_BYTES }).subarray(...found)
}

/** Ranges of code points of a subtable; empty for formats that no browser needs. */
function rangesOf(table: Buffer): [first: number, last: number][] {
  const format = table.readUInt16BE(0)
  if (format === 12)
    return Array.from({ length: table.readUInt32BE(12) }, (_, i) => [
      table.readUInt32BE(16 + i * 12),
      table.readUInt32BE(20 + i * 12),
    ])
  if (format !== 4) return []
  const double = table.readUInt16BE(6)
  return Array.from({ length: double / 2 }, (_, i): [number, number] => [
    table.readUInt16BE(16 + double + i * 2),
    table.readUInt16BE(14 + i * 2),
  ]).filter(([first]) => first !== 0xffff)
}
