import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { zlibSync } from 'fflate'

/** A wrapped body with its headers. */
export interface Envelope {
  body: string
  headers: Record<string, string>
}

/** Wraps and signs a body synchronously, so that the last request of a page still leaves. `key` is the session's token, or the site's
 *  public key before there is a session. Source: design, section 4. */
export function wrap(value: unknown, key: string): Envelope {
  const data = base64(zlibSync(utf8ToBytes(JSON.stringify(value))))
  return {
    body: JSON.stringify({ data, _x: true }),
    headers: {
      'content-type': 'application/json',
      'x-signature': bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(data))),
    },
  }
}

/** Maximum number of characters for String.fromCharCode in all browsers. */
const CHUNK = 8192

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}
