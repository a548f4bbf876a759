import { encode } from 'uqr'
import type { QrCode } from '../../../schemas/people/secondFactor.ts'

/** QR code of a text. Source: ISO/IEC 18004, with its quiet zone of four modules. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: path.join('') }
}
