import { hash } from 'node:crypto'
import { MOST_SAID } from '../../../schemas/kernel/formFieldLimits.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import { heldText } from '../../store/kernel/heldText.ts'
import type { NewRevocation } from '../../store/nouns/revocations/revocationTypes.ts'
import { saysStop } from './stopWords.ts'

/** Emails that a mail provider posts: replies of people, and messages that a buyer or a colleague forwards. */

/** The request in an email; null if it says nothing of the kind or has no sender. The person is the sender or, of a forwarded email, the
 *  sender of the original. A phone number in the text counts too. */
export function revocationIn(posted: Record<string, unknown>, now: number): NewRevocation | null {
  const field = (...names: string[]) =>
    names.map((name) => memberOf(posted, name)).find((text) => text !== '') ?? ''
  const subject = field('subject', 'Subject')
  const whole =
    field('text', 'body-plain', 'TextBody', 'text_body') || plainOf(field('html', 'body-html', 'HtmlBody'))
  const forwarded = forwardedIn(whole)
  const sender = forwarded?.from ?? addressIn(field('from', 'From', 'sender'))
  const said = (forwarded?.text ?? withoutQuote(whole)).trim()
  const isReply = /^\s*(re|rv|fwd?|reenv|aw)\s*:/i.test(subject)
  // The subject of a reply is ours.
  const isStop = saysStop(said) || (!isReply && saysStop(subject))
  if (!isStop || sender === null || !LOCAL.email.passes(sender)) return null
  const id =
    field('Message-Id', 'message-id', 'MessageID', 'message_id') || JSON.stringify([sender, subject, whole])
  return {
    source: '',
    ref: `mail ${hash('sha256', id)}`,
    channel: 'email',
    by: forwarded ? (addressIn(field('from', 'From', 'sender')) ?? '') : '',
    means: 'email',
    said: heldText(said === '' ? subject : said).slice(0, MOST_SAID),
    phone: phoneIn(said),
    email: sender,
    lead: null,
    said_at: now,
  }
}

function memberOf(posted: Record<string, unknown>, name: string): string {
  const value = posted[name]
  return typeof value === 'string' ? value.slice(0, MOST_TEXT) : ''
}

const MOST_TEXT = 100_000

function addressIn(header: string): string | null {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(header)?.[1] ?? /[^\s<>,;"]+@[^\s<>,;"]+/.exec(header)?.[0] ?? null
}

/** Sender and text of the email that another one forwards. */
function forwardedIn(text: string): { from: string; text: string } | null {
  const mark =
    /^[-_ >*]*(?:begin )?(?:forwarded message|original message|mensaje reenviado|mensaje original)[-_ :*]*$/im.exec(
      text,
    )
  if (!mark) return null
  const [head = '', ...rest] = text
    .slice(mark.index + mark[0].length)
    .trimStart()
    .split(/\r?\n\s*\r?\n/)
  const from = addressIn(/^[>* ]*(?:from|de)\s*:\**(.*)$/im.exec(head)?.[1] ?? '')
  return from === null ? null : { from, text: withoutQuote(rest.join('\n\n')) }
}

/** A reply without the email that it quotes. */
function withoutQuote(text: string): string {
  const lines = text.split(/\r?\n/)
  const end = lines.findIndex((line) =>
    /^(?:on\b.*\bwrote:|el\b.*\bescribi[oó]:|>|-+ ?original message|_{5,}|(?:from|de|sent|enviado)\s*:)/i.test(
      line.trim(),
    ),
  )
  return (end < 0 ? lines : lines.slice(0, end)).join('\n')
}

function plainOf(html: string): string {
  return html
    .replace(/<(?:style|script|blockquote)\b[\s\S]*?<\/(?:style|script|blockquote)>/gi, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|div)>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#39;|&rsquo;/g, "'")
}

function phoneIn(text: string): string | null {
  const found = text.match(/(?:\+?1[ .-]?)?(?:\(\d{3}\)|\d{3})[ .-]?\d{3}[ .-]?\d{4}(?!\d)/)?.[0] ?? null
  return found !== null && LOCAL.phone.passes(found) ? found : null
}
