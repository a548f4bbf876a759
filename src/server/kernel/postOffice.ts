import type { Transporter } from 'nodemailer'
import { isLoopback } from './addresses.ts'
import type { Letter } from '../mail/letter.ts'
import { ATTEMPTS } from './attemptWords.ts'

/** Result of handing a letter to the mail server. `retry`: it may accept it later, or couldn't be reached. The reason never identifies a
 *  person. */
export interface Sent {
  kind: 'sent' | 'refused' | 'retry'
  reason: string
  /** True if the server may have taken the letter without our hearing of it. */
  isUnsure?: boolean
}

export interface Post {
  /** Never rejects. */
  send: (letter: Letter) => Promise<Sent>
  /** Cuts off sends in progress. */
  close: () => void
}

/** Opens a connection to the mail server at `address`, smtp://user:password@host:port. It requires TLS unless the server is on this
 *  machine. */
export function openPost(address: string): Post {
  const { protocol, hostname, port, username, password } = new URL(address)
  const secure = protocol === 'smtps:'
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  /** Set by the first letter. A server without a mail server never loads the library. */
  let opened: Promise<Transporter> | undefined
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && !isLoopback(`http://${hostname}`),
      ...(username && { auth }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send(letter) {
      const transport = await (opened ??= open())
      return transport.sendMail(letter).then(() => TAKEN, sentOf)
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Errors that come before a letter is sent: unknown names, and connections without TLS. */
const NOT_SENT: ReadonlySet<string> = new Set(['EDNS', 'ETLS', 'ECONNREFUSED'])

const TAKEN: Sent = { kind: 'sent', reason: ATTEMPTS.mailAccepted }

const CONNECT_MS = 10_000
const ANSWER_MS = 60_000

/** Reason by number only, because a mail server's own text may repeat the address. */
function sentOf(error: Error & { code?: string; responseCode?: number; syscall?: string }): Sent {
  const { code = ATTEMPTS.noReason, responseCode, syscall } = error
  if (code === 'EAUTH') return { kind: 'retry', reason: ATTEMPTS.mailLogin }
  const isUnsure = syscall !== 'connect' && !NOT_SENT.has(code)
  if (responseCode === undefined) return { kind: 'retry', reason: ATTEMPTS.mailUnreached(code), isUnsure }
  const kind = responseCode >= 500 ? 'refused' : 'retry'
  return { kind, reason: ATTEMPTS.mailAnswered(responseCode) }
}
