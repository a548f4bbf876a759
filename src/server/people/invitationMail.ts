import { randomUUID } from 'node:crypto'
import type { Invitation } from '../../../schemas/people/people.ts'
import { INVITATION_MAIL } from '../operators/accountSentences.ts'
import { openPost } from '../kernel/postOffice.ts'
import type { Settings } from '../settings/settings.ts'

/** Mails an invitation link at once, while its sender waits; it is never stored in plain text, so it can't be sent later. Resolves to
 *  null if the mail server accepted it, else to the reason. Undefined if no mail server is configured. */
export async function mailInvitation(
  { smtpUrl, mailFrom, productName }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'productName'>,
  { invitation, link, email }: { invitation: Invitation; link: string; email: string },
): Promise<string | null | undefined> {
  if (smtpUrl === null || mailFrom === null) return undefined
  const { name, role } = invitation
  const hours = Math.round((invitation.expires_at - invitation.made_at) / 3_600_000)
  const post = openPost(smtpUrl)
  const late = setTimeout(() => post.close(), PATIENCE_MS)
  const sent = await post.send({
    from: mailFrom,
    to: { name: '', address: email },
    subject: INVITATION_MAIL.subject(productName, role !== null),
    text: INVITATION_MAIL.text({ product: productName, name, role, link, hours }),
    messageId: `<${randomUUID()}@${mailFrom.replace(/^.*@|>.*$/g, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  clearTimeout(late)
  post.close()
  return sent.kind === 'sent' ? null : sent.reason
}

/** The person who invites waits for it. */
const PATIENCE_MS = 8000
