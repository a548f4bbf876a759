import type { ExecuteAction } from '../../../schemas/flow/flow.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import { fillIn, placeholderField } from '../../flow/placeholders.ts'
import type { NewMail } from '../../store/nouns/mails/mailTypes.ts'

/** Emails that a step makes due, according to its actions. Skips those whose recipient is unknown. */
export function mailsOf(
  actions: readonly ExecuteAction[],
  fields: Fields,
  { offer, step }: { offer: string; step: string },
): NewMail[] {
  return actions.flatMap(({ email }) => {
    const recipient = email && fieldOf(fields, email.to)
    if (!email || typeof recipient !== 'string' || !recipient.includes('@')) return []
    const filled = (text: string) =>
      fillIn(text, (name) => {
        const value = fieldOf(fields, placeholderField(name) ?? '')
        return value === recipient ? recipient : harmless(value)
      })
    return [{ offer, step, recipient, subject: filled(email.subject), body: filled(email.text) }]
  })
}

/** Makes a visitor's text safe to mail to an address that the visitor chose, so that advertisers can't abuse it: one short line without
 *  web addresses. */
function harmless(value: string | string[] | undefined): string {
  const text = [value ?? []].flat().join(', ')
  const plain = text.replace(ADDRESS, '').replace(/[\s\p{C}<>]+/gu, ' ')
  return plain.trim().slice(0, VALUE_LENGTH)
}

const VALUE_LENGTH = 80
/** Mail programs turn anything like an address into a link, with or without https. */
const ADDRESS = /\S*(:\/\/|[\p{L}\p{N}][.。．]\p{L}{2})\S*/gu
