import { IS_KIND } from '../kernel/fileKinds.ts'

/** Facts from the beginning of a picture's bytes, and whether its end is there. Nothing is decoded. */
export interface PictureHeader {
  /** Size in pixels, before the camera's rotation is applied. */
  width: number
  height: number
  isAnimated: boolean
  isWhole: boolean
}

/** Header of a PNG, JPEG, or WebP; null if the bytes are none of these, or end before the size. */
export function pictureHeader(bytes: Buffer): PictureHeader | null {
  try {
    if (IS_KIND.png(bytes)) return pngHeader(bytes)
    if (IS_KIND.jpg(bytes)) return jpegHeader(bytes)
    return IS_KIND.webp(bytes) ? webpHeader(bytes) : null
  } catch (error) {
    // The bytes end too early.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Source: PNG specification (third edition), 5.2, 5.3, 11.2.1 and 11.3.4.1 "acTL". */
function pngHeader(bytes: Buffer): PictureHeader {
  const chunks = new Set<string>()
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    chunks.add(bytes.toString('latin1', at + 4, at + 8))
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    isAnimated: chunks.has('acTL'),
    isWhole: chunks.has('IEND'),
  }
}

/** Source: ITU-T T.81, B.1.1 and B.2.2. */
function jpegHeader(bytes: Buffer): PictureHeader | null {
  let size: [width: number, height: number] | undefined
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== SCAN) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) size = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    // A marker may have padding before it.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  if (!size) return null
  const [width, height] = size
  return { width, height, isAnimated: false, isWhole: bytes.lastIndexOf(END_OF_JPEG) > at }
}

const SCAN = 0xda
/** A preview within the picture has its own end marker, before the scan. */
const END_OF_JPEG = Buffer.from('ffd9', 'hex')

/** Source: RFC 9649, 2.5 to 2.7; RFC 6386, 9.1. */
function webpHeader(bytes: Buffer): PictureHeader | null {
  const form = bytes.toString('latin1', 12, 16)
  const isWhole = bytes.readUInt32LE(4) + 8 <= bytes.length
  if (form === 'VP8X') {
    const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    return { width, height, isAnimated: (bytes.readUInt8(20) & 2) !== 0, isWhole }
  }
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, isAnimated: false, isWhole }
  }
  if (form !== 'VP8 ') return null
  const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  return { width, height, isAnimated: false, isWhole }
}
