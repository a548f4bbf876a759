import MailChecker from 'mailchecker'
import isEmail from 'validator/lib/isEmail.js'
import { tidyEmail } from '../../flow/kernel/text.ts'
import type { Check } from './checked.ts'
import { likelyMeant } from './misspelling.ts'

/** Checks if mail could reach a person there: the address is well formed, and its domain exists and doesn't discard mail. */
export const emailCheck: Check = async (text) => {
  const address = tidyEmail(text)
  if (!wellFormed(address) || RESERVED.test(address)) return { valid: false }
  if (KEPT_ADDRESSES.test(address)) return { valid: true }
  const suggestion = likelyMeant(address)
  return { valid: MailChecker.isValid(address), ...(suggestion !== null && { suggestion }) }
}

/** Domains where no one has an address that receives mail. Sources: IANA, special-use domain names; RFC 2606. */
const RESERVED =
  /[@.](test|example|invalid|localhost|local|onion|internal|alt|arpa|example\.(com|net|org|edu))$/i

/** Domains of lasting addresses that lists of disposable ones often include. These are services that forward to a person's own mailbox
 *  for as long as the person likes, under their own domains and those that their users choose a name under: DuckDuckGo, Firefox Relay,
 *  Apple, SimpleLogin, addy.io, Proton Pass, Fastmail, 33Mail, Erine, IronVest, Burner Mail, Forward Email, Sneakemail, E4ward, SpamEx,
 *  ManyMe. It also has mailboxes of mail.com and Tuta. */
const KEPT_ADDRESSES = domains(`
  duck.com, mozmail.com, relay.firefox.com, privaterelay.appleid.com, icloud.com,
  simplelogin.com, simplelogin.co, simplelogin.fr, simplelogin.io, slmail.me, slmails.com, aleeas.com, 8alias.com,
  8shield.net, dralias.com, silomails.com,
  anonaddy.com, anonaddy.me, addy.io, addymail.com, passmail.net, passmail.com, passinbox.com, passfwd.com,
  fastmail.com, fastmail.fm, 33mail.com, erine.email,
  opayq.com, ivmail.com, burnermail.io, forwardemail.net, sneakemail.com, e4ward.com, spamex.com, manyme.com,
  collector.org, consultant.com, contractor.net, dr.com, myself.com, optician.com, photographer.net, presidency.com,
  priest.com, salesperson.net, techie.com, writeme.com, keemail.me`)

function domains(text: string): RegExp {
  const names = text.trim().split(/,\s+/)
  return new RegExp(`[@.](${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`, 'i')
}

/** Returns false where validator throws, which it does on a lone surrogate. */
function wellFormed(address: string): boolean {
  try {
    return isEmail(address)
  } catch {
    return false
  }
}
