import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** A software authenticator that signs whatever a test tells it to, even what a browser would never sign. */
export function softAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const coded = [
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]
  const data = (flags: number, counter: number, party: string) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(party).digest(), Buffer.from([flags]), count])
  }
  const client = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  return {
    id: id.toString('base64url'),
    /** Answers a challenge for a new passkey. */
    create(
      challenge: string,
      { from = origin, party = rpId, flags = PRESENT | VERIFIED, type = 'webauthn.create' } = {},
    ) {
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        data(flags | ATTESTED, 0, party),
        Buffer.alloc(16),
        length,
        id,
        ...coded,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none'), 0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68, ...Buffer.from('authData'), 0x58, authData.length]),
        authData,
      ])
      return {
        id: id.toString('base64url'),
        client_data: client(type, challenge, from).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    /** Answers a challenge for a login. */
    get(
      challenge: string,
      user_handle: string,
      { from = origin, party = rpId, flags = PRESENT | VERIFIED, counter = 0, type = 'webauthn.get' } = {},
    ) {
      const authData = data(flags, counter, party)
      const clientData = client(type, challenge, from)
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
      return {
        id: id.toString('base64url'),
        client_data: clientData.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        user_handle,
      }
    },
  }
}

/** Flags of the signed data. Source: WebAuthn, section 6.1. */
export const PRESENT = 0x01
export const VERIFIED = 0x04
const ATTESTED = 0x40
