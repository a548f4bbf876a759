/** What the bytes of a picture or a font say that they are. */

/** Width and height in pixels. */
export type Size = readonly [width: number, height: number]

const startsWith = (hex: string) => (bytes: Buffer) => bytes.toString('hex', 0, hex.length / 2) === hex

/** By a file's ending, whether bytes are such a one. */
export const IS_KIND = {
  svg: (bytes: Buffer) => /^\s*<([^]*<)?(\w+:)?svg[\s>]/.test(bytes.toString()),
  png: startsWith('89504e470d0a1a0a'),
  jpg: startsWith('ffd8ff'),
  webp: (bytes: Buffer) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  woff2: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'wOF2',
}

/** How large a PNG or JPEG picture is; null when its bytes do not say.
 *  Source: PNG specification, 11.2.1; ITU-T T.81, B.2.2. */
export function pictureSize(bytes: Buffer): Size | null {
  if (IS_KIND.png(bytes)) return bytes.length < 24 ? null : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (!IS_KIND.jpg(bytes)) return null
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  return null
}
