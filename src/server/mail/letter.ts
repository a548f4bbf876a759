import type { MailAttempt } from '../../store/leads/mailTypes.ts'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import { unsubscribeAddress } from '../legal/unsubscribeRoutes.ts'

/** An email as it is handed to the mail server. */
export interface Letter {
  from: string
  to: { name: string; address: string }
  subject: string
  text: string
  messageId: string
  headers: Record<string, string>
}

export interface Site {
  mailFrom: string
  /** Where visitors write about their data. */
  privacyEmail: string
  postalAddress: string | null
  /** The address at which visitors reach the server. */
  url: string
  /** Has a page open in the language of the email: `lang=es`; empty for a site that has but one. */
  language: string
}

/** The email, with what the law on commercial mail asks for below it: who sends it, a postal address, and a way to stop it.
 *  Source: 15 USC 7704(a); RFC 2369, 3.2 "List-Unsubscribe"; RFC 8058, 3.1. */
export function letterOf(
  { key, kind, path, language, recipient, subject, body, unsubscribe: token }: MailAttempt,
  { mailFrom, privacyEmail, postalAddress, url, language: inLanguage }: Site,
): Letter {
  const { LETTER, GO_ON_MAIL } = LETTERS[language]
  const contact = privacyEmail.replaceAll('{site}', path)
  const query = inLanguage && `?${inLanguage}`
  const unsubscribe = url + unsubscribeAddress(path, token) + query
  const asked = kind === 'step' ? LETTER.asked : GO_ON_MAIL.asked
  const foot = [
    '--',
    asked(`${url}/${path}${query}`),
    LETTER.noMore(unsubscribe, contact),
    ...(postalAddress === null ? [] : [postalAddress]),
  ]
  return {
    from: mailFrom,
    to: { name: '', address: recipient },
    subject,
    text: `${body.trim()}\n\n${foot.join('\n')}\n`,
    messageId: `<${key}@${mailFrom.replace(/^.*@|>.*$/g, '')}>`,
    headers: {
      'List-Unsubscribe': `<mailto:${contact}?subject=unsubscribe>, <${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}
