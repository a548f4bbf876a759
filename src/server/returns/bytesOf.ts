import { refusal } from '../kernel/problem.ts'
import { RETURN_REFUSALS } from './returnRefusals.ts'

/** Bytes of an uploaded file, which comes in base64. */
export function bytesOf(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  // Node ignores characters that aren't base64.
  if (bytes.length < Math.floor((content.replace(/=+$/, '').length * 3) / 4))
    throw refusal(422, RETURN_REFUSALS.noBase64, { field: 'content' })
  return bytes
}
