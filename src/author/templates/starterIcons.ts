import { crc32, deflateSync } from 'node:zlib'

/** Icons, by file name, of a site that has none yet: a check mark on a rounded square of one color. */
export function starterIcons(color: string): Record<string, Buffer | string> {
  return {
    'icon.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/><path d="M8.5 16.5 14 22l10-12" fill="none" stroke="#fff" stroke-width="3.5"/></svg>\n`,
    'icon-180.png': picture(180, color),
    'favicon.ico': iconFile(picture(32, color), 32),
  }
}

/** Corners of the check mark and the thickness of its line, in 32nds of the side. */
const TICK: readonly (readonly [x: number, y: number])[] = [
  [8.5, 16.5],
  [14, 22],
  [24, 10],
]
const [ROUND, HALF_LINE] = [7, 1.75]

function picture(side: number, color: string): Buffer {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const unit = 32 / side
  const rows = Array.from({ length: side }, (_, row) => {
    const line = Buffer.alloc(1 + side * 4)
    for (let column = 0; column < side; column++) {
      const [x, y] = [(column + 0.5) * unit, (row + 0.5) * unit]
      const white = cover(
        HALF_LINE - Math.min(...TICK.slice(1).map((to, i) => distance([x, y], TICK[i]!, to))),
        unit,
      )
      const pixel = parts.map((part) => Math.round(part + (255 - part) * white))
      line.set([...pixel, Math.round(255 * cover(insideOf(x, y), unit))], 1 + column * 4)
    }
    return line
  })
  return png(side, Buffer.concat(rows))
}

/** Coverage of a pixel whose center is this far within a shape. */
function cover(depth: number, unit: number): number {
  return Math.min(1, Math.max(0, depth / unit + 0.5))
}

/** Distance of a point from the edge of the rounded square, positive inside. */
function insideOf(x: number, y: number): number {
  const [dx, dy] = [x, y].map((at) => Math.max(0, Math.abs(at - 16) - (16 - ROUND))) as [number, number]
  return ROUND - Math.hypot(dx, dy)
}

type Point = readonly [x: number, y: number]

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
}

/** PNG with red, green, blue, and alpha, each row after a 0. Source: PNG specification, 5 and 11. */
function png(side: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 6], 8)
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(pixels, { level: 9 })],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunks.map(([name, bytes]) => chunk(name, bytes)),
  ])
}

function chunk(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(bytes.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** An icon file with one PNG picture. */
function iconFile(picture: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.set([side, side], 6)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}
