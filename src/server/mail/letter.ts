import type { MailAttempt } from '../../store/records.ts'
import { LETTERS } from '../../texts/letterFoot.ts'

/** An email as it is handed to the mail server. */
export interface Letter {
  from: string
  to: { name: string; address: string }
  subject: string
  text: string
  messageId: string
  headers: Record<string, string>
}

interface Site {
  mailFrom: string
  /** Where visitors write about their data. */
  privacyEmail: string
  postalAddress: string | null
  /** The address at which visitors reach the server. */
  url: string
}

/** The email, with what the law on commercial mail asks for below it: who sends it, a postal address, and a way to stop it.
 *  Source: 15 USC 7704(a); RFC 2369, 3.2 "List-Unsubscribe". */
export function letterOf(
  { key, path, language, recipient, subject, body }: MailAttempt,
  { mailFrom, privacyEmail, postalAddress, url }: Site,
): Letter {
  const LETTER = LETTERS[language]
  const contact = privacyEmail.replaceAll('{site}', path)
  const unsubscribe = `${url}/legal/${path}/privacy-policy`
  const foot = [
    '--',
    LETTER.asked(`${url}/${path}`),
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
      'Auto-Submitted': 'auto-generated',
    },
  }
}
