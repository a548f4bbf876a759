import { createDecipheriv, createHmac, hkdfSync, scryptSync } from 'node:crypto'

/** Decrypts a file as `age --decrypt` does, written only from the format's specification and with Node's own ciphers, without the code that
 *  encrypted it. Throws if the file departs from the specification. Source: age-encryption.org/v1. */
export function ageByHand(file: Buffer, passphrase: string): Buffer {
  const end = file.indexOf('\n--- ') + 1
  const header = file.toString('latin1', 0, end)
  const [, salt, logN, body] =
    /^age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) (\d+)\n([A-Za-z0-9+/]{43})\n$/.exec(header)!
  const mac = file.toString('latin1', end + 4, end + 4 + 43)
  const payload = file.subarray(end + 4 + 43 + 1)

  const labeled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), Buffer.from(salt!, 'base64')])
  const wrapping = scryptSync(passphrase, labeled, 32, { N: 2 ** Number(logN), r: 8, p: 1, maxmem: 2 ** 30 })
  const fileKey = opened(wrapping, Buffer.alloc(12), Buffer.from(body!, 'base64'))
  const keyFor = (info: string, salt: Buffer) =>
    Buffer.from(hkdfSync('sha256', fileKey, salt, Buffer.from(info), 32))

  const expected = createHmac('sha256', keyFor('header', Buffer.alloc(0)))
    .update(`${header}---`)
    .digest('base64')
  if (`${mac}=` !== expected) throw new Error('The check of the header is wrong.')

  const key = keyFor('payload', payload.subarray(0, 16))
  const pieces: Buffer[] = []
  for (let at = 16, n = 0; at < payload.length; at += PIECE, n++) {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(n, 5, 6)
    nonce[11] = at + PIECE >= payload.length ? 1 : 0
    pieces.push(opened(key, nonce, payload.subarray(at, at + PIECE)))
  }
  return Buffer.concat(pieces)
}

/** 64 KiB, and the tag that authenticates them. */
const PIECE = 64 * 1024 + 16

function opened(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const cipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  cipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
}
