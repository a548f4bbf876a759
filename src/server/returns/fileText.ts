import { FILE } from './sheet/statementWords.ts'

/** Text of a file in any encoding that spreadsheets write; or why it can't be read, and how to save it instead. */
export function fileText(bytes: Buffer): string | { wrong: string } {
  for (const [mark, wrong] of REFUSED) if (bytes.subarray(0, mark.length).equals(mark)) return { wrong }
  const encoding = markedEncoding(bytes) ?? encodingWithoutMark(bytes)
  if (encoding === null) return { wrong: FILE.noText }
  const text = decoded(bytes, encoding)
  if (text === null) return { wrong: FILE.damaged(NAMES[encoding]) }
  if (MARKUP.test(text)) return { wrong: FILE.markup }
  const zero = text.indexOf('\0')
  return zero < 0 ? text : { wrong: FILE.zeros(text.slice(0, zero).split(/\r\n|\r|\n/).length) }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** First bytes of files that are no text, or text in an encoding that no spreadsheet writes. */
const REFUSED: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('d0cf11e0', 'hex'), FILE.oldExcel],
  [Buffer.from('%PDF'), FILE.pdf],
  [Buffer.from('fffe0000', 'hex'), FILE.utf32],
  [Buffer.from('0000feff', 'hex'), FILE.utf32],
]

/** Web pages and XML, which some programs save under the name of a spreadsheet. */
const MARKUP = /^\s*<(!doctype|html|table|\?xml)/i

/** Encoding according to the byte order mark. Source: Encoding Standard, 6, "BOM sniff". */
function markedEncoding(bytes: Buffer): Encoding | null {
  if (bytes.toString('hex', 0, 3) === 'efbbbf') return 'utf-8'
  const mark = bytes.toString('hex', 0, 2)
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null
}

/** UTF-16 has a zero in nearly every second byte of American text; text that isn't UTF-8 is what Excel on Windows saves as plain CSV.
 *  Null if it is no text. */
function encodingWithoutMark(bytes: Buffer): Encoding | null {
  const some = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  some.forEach((byte, at) => byte === 0 && zeros[at % 2]!++)
  const [even = 0, odd = 0] = zeros
  if (even + odd > 0) {
    const most = some.length / 2
    if (odd > most * MANY && even < most * FEW) return 'utf-16le'
    return even > most * MANY && odd < most * FEW ? 'utf-16be' : null
  }
  return decoded(bytes, 'utf-8') === null ? 'windows-1252' : 'utf-8'
}

const SAMPLE_BYTES = 4096
const MANY = 0.4
const FEW = 0.05

/** Text without its byte order mark; null if the bytes aren't in this encoding. */
function decoded(bytes: Buffer, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
