/** Identity of a session: its uuid (v7, so that keys grow with time), and the bearer token, made of the uuid's 16 bytes and 32 random
 *  ones. So a token alone finds its session by the session's key, without an index of token hashes. `random` gives that many random
 *  bytes; `at` is the time of opening, epoch ms. Source: RFC 9562, section 5.7. */
export function newIdentity(random: (bytes: number) => Buffer, at: number): { uuid: string; token: string } {
  const bytes = random(UUID_BYTES + SECRET_BYTES)
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return { uuid: formatUuid(bytes), token: bytes.toString('base64url') }
}

/** Makes a new token for the same session; the previous one stops working. */
export function nextToken(random: (bytes: number) => Buffer, uuid: string): string {
  return Buffer.concat([Buffer.from(uuid.replaceAll('-', ''), 'hex'), random(SECRET_BYTES)]).toString(
    'base64url',
  )
}

const UUID_BYTES = 16
const SECRET_BYTES = 32

/** The uuid at the beginning of a token; for a text that isn't one of our tokens, a uuid that no session has. */
export function uuidOf(token: string): string {
  const bytes = Buffer.alloc(UUID_BYTES)
  bytes.write(token, 'base64url')
  return formatUuid(bytes)
}

function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, UUID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
