import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2) as (kind: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** The choice that needs the least memory of those OWASP considers equal for argon2id: 7 MiB, five passes, one lane. Each thread that
 *  derives keys keeps that memory. Takes about 16 ms. */
const COST = { memory: 7168, passes: 5, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

/** The password as it is stored, the PHC string `$argon2id$v=19$m=...,t=...,p=...$salt$tag`. */
export async function hashPassword(password: string, random: (bytes: number) => Buffer): Promise<string> {
  const nonce = random(SALT_BYTES)
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** True if `password` matches `stored`. Without `stored` it takes the same time and returns false, so that an unknown name can't be told
 *  from a wrong password. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored ?? NOBODY) ?? []
  const expected = Buffer.from(tag, 'base64')
  const given = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: TAG_BYTES,
  })
  return expected.length === TAG_BYTES && timingSafeEqual(given, expected) && stored !== null
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
