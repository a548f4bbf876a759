import type { ExecuteAction } from '../../../schemas/flow.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import { fillIn, placeholderField } from '../../flow/placeholders.ts'
import type { NewMail } from '../../store/leads/mailTypes.ts'

/** The emails that fall due with a step, by those of its actions that send one; none to whom no address is known. */
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

/** What visitors type goes to an address that they give: no sender of advertisements shall have a use for it. One line, short,
 *  and no address of a page. */
function harmless(value: string | string[] | undefined): string {
  const text = [value ?? []].flat().join(', ')
  const plain = text.replace(ADDRESS, '').replace(/[\s\p{C}<>]+/gu, ' ')
  return plain.trim().slice(0, VALUE_LENGTH)
}

const VALUE_LENGTH = 80
/** Programs that show email make a link of anything like it, with or without https. */
const ADDRESS = /\S*(:\/\/|[\p{L}\p{N}][.。．]\p{L}{2})\S*/gu
