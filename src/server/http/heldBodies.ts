import type { FastifyInstance } from 'fastify'
import { heldValue, mayEscapeUnheld } from '../../store/kernel/heldText.ts'

/** Normalizes incoming text by the rule in heldText.ts. Characters that a database can't store are replaced before anything reads them. */

/** Applies that rule to JSON bodies. */
export function readHeldJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body, (error, value) => done(error, error ? undefined : heldJson(body, value))),
  )
}

/** Normalized value of a JSON text. */
export function heldJson(text: string, value: unknown): unknown {
  return mayEscapeUnheld(text) ? heldValue(value) : value
}

/** Normalized parameters of a posted form. */
export function heldForm(body: string): URLSearchParams {
  return new URLSearchParams(withoutNul(body))
}

/** Removes U+0000 from the parameters of an address. The path stays as it is; it names a file or nothing. */
export function heldAddress(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at) + withoutNul(url.slice(at))
}

/** Percent escapes can't express half of a surrogate pair; it is read as U+FFFD. */
function withoutNul(encoded: string): string {
  return encoded.replaceAll(NUL, REPLACEMENT)
}

const NUL = /%00|\0/g
const REPLACEMENT = encodeURIComponent('\uFFFD')
