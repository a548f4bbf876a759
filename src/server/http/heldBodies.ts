import type { FastifyInstance } from 'fastify'
import { heldValue, mayEscapeUnheld } from '../../store/heldText.ts'

/** Texts as they come in, by the one rule of heldText.ts: what a database can't hold is replaced before anything reads it. */

/** Has JSON bodies read by that rule. */
export function readHeldJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body, (error, value) => done(error, error ? undefined : heldJson(body, value))),
  )
}

/** The value of a JSON text. */
export function heldJson(text: string, value: unknown): unknown {
  return mayEscapeUnheld(text) ? heldValue(value) : value
}

/** What a form posts. */
export function heldForm(body: string): URLSearchParams {
  return new URLSearchParams(withoutNul(body))
}

/** An address whose parameters say no U+0000. A path is left as it is: it names a file or nothing. */
export function heldAddress(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at) + withoutNul(url.slice(at))
}

/** Halves of a surrogate pair can't be written in percent escapes: they are read as U+FFFD. */
function withoutNul(encoded: string): string {
  return encoded.replaceAll(NUL, REPLACEMENT)
}

const NUL = /%00|\0/g
const REPLACEMENT = encodeURIComponent('\uFFFD')
