import type { NotSold } from '../../schemas/visitor/sessions.ts'
import type { Redirect } from '../../schemas/elements/element.ts'
import type { Fields } from './answers/fields.ts'
import type { Fate } from './outcome.ts'

/** Targets of an end's text. Imports nothing at run time, as only pages that lead elsewhere load it. */

/** A visitor's data that may be passed on. */
export interface PassedOn {
  fields: Fields
  /** Fates of their details, by buyer. */
  fates: ReadonlyMap<string, Fate>
  /** Reason why their leads are not sold; null if they are. */
  notSold: NotSold | null
}

/** Address of a redirect, with the visitor's answers in its query. Parameters without an answer are left out; null if it has no address.
 *  Nothing is passed on for a visitor who is not sold, and typed values go only to a buyer that already has them. Throws on an invalid
 *  address: validation must have caught it. */
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
