/** Matches bytes that begin with these. */

const startsWith = (hex: string) => (bytes: Buffer) => bytes.toString('hex', 0, hex.length / 2) === hex

/** Checks by file extension that bytes are of that kind. */
export const IS_KIND = {
  svg: (bytes: Buffer) => /^\s*<([^]*<)?(\w+:)?svg[\s>]/.test(bytes.toString()),
  png: startsWith('89504e470d0a1a0a'),
  jpg: startsWith('ffd8ff'),
  webp: (bytes: Buffer) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  woff2: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'wOF2',
}
