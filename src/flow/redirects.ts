import type { NotSold } from '../../schemas/visitor/sessions.ts'
import type { Redirect } from '../../schemas/element.ts'
import type { Fields } from './answers/fields.ts'
import type { Fate } from './outcome.ts'

/** Where the text of an end leads. Imports nothing that runs: only pages that lead elsewhere load it. */

/** What there is to pass on of a visitor. */
export interface PassedOn {
  fields: Fields
  /** What became of their details, by buyer. */
  fates: ReadonlyMap<string, Fate>
  /** Why their leads are not sold; null while nothing speaks against it. */
  notSold: NotSold | null
}

/** The address of a redirect with the visitor's answers in the values of its query; a parameter without its answers is left
 *  out; null where it has none. Nothing is passed on of a visitor who is not sold, and what was typed only to a buyer who has it already.
 *  Throws on an address that is none: validation must have caught it. */
export function redirectLink(
  { link, buyer = '', personal = [] }: Redirect,
  { fields, fates, notSold }: PassedOn,
): string | null {
  if (link === undefined) return null
  const isWithBuyer = fates.get(buyer) === 'accepted'
  const answerOf = (field: string) => {
    if (notSold !== null || !Object.hasOwn(fields, field)) return ''
    return personal.includes(field) && !isWithBuyer ? '' : [fields[field] ?? []].flat().join(', ')
  }
  const url = new URL(link)
  const parameters = Array.from(url.searchParams, ([name, value]) => {
    const filled = value.replace(PLACEHOLDER, (_, field: string) => answerOf(field))
    return filled === '' && value !== '' ? [] : [[name, filled]]
  })
  url.search = new URLSearchParams(parameters.flat()).toString().replaceAll('+', '%20')
  return url.href
}

const PLACEHOLDER = /\{\{ *field:(\w+) *\}\}/g
