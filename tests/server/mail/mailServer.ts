import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server on this machine, closed with the test. */
export async function mailServer(port = 0) {
  const server = await startMailServer(port)
  onTestFinished(server.close)
  return server
}

/** Mail server for several tests. `answers`: its answers to each letter in turn; after that it takes them all. */
export async function startMailServer(port = 0) {
  const letters: { to: string[]; raw: string }[] = []
  const answers: (number | null)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) =>
      void text(stream).then((raw) => {
        const responseCode = answers.shift() ?? null
        if (responseCode !== null) return done(Object.assign(new Error('No, to Ann.'), { responseCode }))
        letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        return done()
      }),
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { letters, answers, close, port: (server.server.address() as AddressInfo).port }
}

/** Body of a letter as people read it, and its headers unfolded. */
export function readLetter(raw: string): { headers: string; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const body = rest.join('\n\n')
  const isQuoted = /^Content-Transfer-Encoding: quoted-printable$/im.test(headers)
  const plain = isQuoted
    ? Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString()
    : body
  return { headers, body: plain.replaceAll('\r\n', '\n') }
}
