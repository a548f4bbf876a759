import { createHmac, timingSafeEqual } from 'node:crypto'
import { secret } from '../../kernel/secrets.ts'
import { run, type Rule } from '../../kernel/statement.ts'
import { optOutSql } from './optOuts.ts'
import { optOutKeys } from './person.ts'
import { ofAll } from '../../kernel/writeScopes.ts'

/** Token in an email's unsubscribe address: the recipient's key in the table of opt-outs, and a proof that it comes from here. It
 *  identifies no one, and still works after the visit that the email is about was forgotten. Source: RFC 8058, section 3.1 "opaque". */
export function* unsubscribeToken(email: string): Rule<string> {
  const [of] = optOutKeys(yield* secret('opt-out'), { session_uuid: null, phone: null, email })
  const key = of?.key ?? ''
  return key + (yield* proofOf(key))
}

/** Stops emails to the recipient that an unsubscribe token represents, and sales of their leads. False if the token isn't ours. */
function* unsubscribe(token: string, at: number): Rule<boolean> {
  const [key, proof] = [token.slice(0, KEY_LENGTH), token.slice(KEY_LENGTH)]
  const right = Buffer.from(yield* proofOf(key))
  const given = Buffer.from(proof)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  yield* run(optOutSql.add, key, 'unsubscribe', at)
  return true
}

/** Length of 256 bits in base64url. */
const KEY_LENGTH = 43

function* proofOf(key: string): Rule<string> {
  return createHmac('sha256', yield* secret('unsubscribe'))
    .update(key)
    .digest('base64url')
}

export const unsubscribingNoun = {
  writes: ofAll({ unsubscribe }),
}
