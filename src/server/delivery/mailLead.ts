import papaparse from 'papaparse'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { safeCsv } from '../../rows/spreadsheetText.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { LEAD_MAIL } from '../../texts/buyerLetters.ts'
import { openPost, type Post } from '../kernel/postOffice.ts'
import type { Settings } from '../settings/settings.ts'
import { requestOf } from './formats.ts'
import { email } from './formats/byEmail.ts'
import type { LeadPost, Outcome } from './formats/format.ts'

/** Emails one lead to a buyer. It is sold once the mail server takes it, at the buyer's price. */
export type MailLead = (leadPost: LeadPost, buyer: Buyer) => Promise<Outcome>

/** Opens the way of leads by email: encrypted, except to a mail server on this machine. Without a mail server each lead is due again
 *  later. */
export function leadMailer({ smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>): {
  send: MailLead
  close: () => void
} {
  if (smtpUrl === null || mailFrom === null)
    return { send: async () => ({ kind: 'retry', reason: ATTEMPTS.noMailServer }), close: () => {} }
  const post = openPost(smtpUrl)
  return { send: (leadPost, buyer) => mailLead(leadPost, buyer, { post, mailFrom }), close: post.close }
}

async function mailLead(
  leadPost: LeadPost,
  buyer: Buyer,
  { post, mailFrom }: { post: Post; mailFrom: string },
): Promise<Outcome> {
  const members = email.members(leadPost, buyer)
  const sent = await post.send({
    from: mailFrom,
    to: { name: '', address: mailAddress(buyer) },
    // The subject is seen in lists and notifications, so it says nothing of the person.
    subject: LEAD_MAIL.subject(leadPost.key, buyer.test === true),
    text: requestOf(leadPost, buyer).body,
    messageId: `<${leadPost.key}@${mailFrom.replace(/^.*@|>.*$/g, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [
      {
        filename: `lead-${leadPost.key}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: safeCsv(papaparse.unparse, [Object.keys(members), Object.values(members)]),
      },
    ],
  })
  if (sent.kind === 'sent') return { kind: 'accepted', externalId: null, cents: null, redirect: null }
  const { reason, isUnsure = false } = sent
  return sent.kind === 'refused'
    ? { kind: 'error', reason }
    : { kind: 'retry', reason, isUnsure, isLost: isUnsure }
}

/** Address of a buyer by email. */
export function mailAddress({ url }: Pick<Buyer, 'url'>): string {
  return decodeURIComponent(url.replace(/^mailto:/, ''))
}
