import type { MailAttempt } from '../../store/nouns/mails/mailTypes.ts'
import { LETTERS } from '../../texts/languages/letterSentences.ts'

/** An email as it is handed to the mail server. */
export interface Letter {
  from: string
  to: { name: string; address: string }
  subject: string
  text: string
  messageId: string
  headers: Record<string, string>
  attachments?: { filename: string; contentType: string; content: string }[]
}

export interface Site {
  mailFrom: string
  /** Email address for visitors' privacy questions. */
  privacyEmail: string
  postalAddress: string | null
  /** Public address of the server. */
  url: string
  /** Query that opens a page in the language of the email: `lang=es`; empty if the site has only one language. */
  language: string
}

/** The email, with a footer that the law on commercial mail requires: the sender, a postal address, and a way to unsubscribe. Source: 15
 *  USC 7704(a); RFC 2369, 3.2 "List-Unsubscribe"; RFC 8058, 3.1. */
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

/** Path where a recipient opts out of email. */
export function unsubscribeAddress(path: string, token: string): string {
  return `/legal/${path}/no-more-email/${token}`
}
