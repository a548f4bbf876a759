import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { rulesText } from '../../author/kernel/ruleWords.ts'
import { holds } from '../../flow/rules.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'
import { zipCheck } from '../outside/zip.ts'
import { cut } from './formats/format.ts'

type Lead = Readonly<Record<string, string>>

/** True if a buyer wants only some leads. */
export function isChoosy({ states, filters }: Pick<Buyer, 'states' | 'filters'>): boolean {
  return states !== undefined || filters !== undefined
}

/** Reason that a buyer doesn't want a lead, without any of the lead's data; null if it wants it. */
export async function whyUnwanted(
  { states, filters = [] }: Pick<Buyer, 'states' | 'filters'>,
  lead: Lead,
): Promise<string | null> {
  if (states && !states.includes((await stateOf(lead)) ?? ''))
    return cut(ATTEMPTS.otherState(states.join(', ')))
  const broken = filters.find((rule) => !holds(rule, lead))
  return broken ? cut(ATTEMPTS.filtered(rulesText([broken]))) : null
}

/** Two-letter state of a lead. The state of its ZIP code is more reliable than a typed one. */
export async function stateOf(lead: Lead): Promise<string | undefined> {
  const zip = ZIP_FIELDS.map((field) => lead[field]).find(Boolean)
  const known = zip === undefined ? undefined : await zipCheck(zip.trim().slice(0, ZIP_LENGTH))
  return known && 'data' in known ? known.data?.['state'] : lead['state']?.trim().toUpperCase()
}

/** Names that flows use for it. */
const ZIP_FIELDS = ['zip', 'zip_code', 'zipcode', 'postal_code']
/** Length without the +4 of ZIP+4. */
const ZIP_LENGTH = 5
