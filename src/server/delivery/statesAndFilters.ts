import { LIST_SEPARATOR, type Buyer } from '../../../schemas/buyer/buyer.ts'
import { rulesText } from '../../author/kernel/ruleWords.ts'
import type { Fields, FieldValue } from '../../flow/answers/fields.ts'
import { holds } from '../../flow/rules.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { zipCheck } from '../outside/zip.ts'
import { cut } from './formats/format.ts'

/** True if a buyer wants only some leads. */
export function isChoosy({ states, filters }: Pick<Buyer, 'states' | 'filters'>): boolean {
  return states !== undefined || filters !== undefined
}

/** Reason that a buyer doesn't want a lead, without any of the lead's data; null if it wants it. */
export async function whyUnwanted(
  { states, filters = [] }: Pick<Buyer, 'states' | 'filters'>,
  lead: Fields,
): Promise<string | null> {
  if (states && !states.includes((await stateOf(lead)) ?? ''))
    return cut(ATTEMPTS.otherState(states.join(', ')))
  const compared = withTexts(lead)
  const broken = filters.find((rule) => !holds(rule, compared))
  return broken ? cut(ATTEMPTS.filtered(rulesText([broken]))) : null
}

/** A lead whose lists also equal their joined text: leads had only that before, so filters may compare it. */
function withTexts(lead: Fields): Fields {
  const value = (one: FieldValue) => (Array.isArray(one) ? [...one, one.join(LIST_SEPARATOR)] : one)
  return Object.fromEntries(Object.entries(lead).map(([field, one]) => [field, value(one)]))
}

/** Two-letter state of a lead. The state of its ZIP code is more reliable than a typed one. */
export async function stateOf(lead: Fields): Promise<string | undefined> {
  const text = (field: string) => [lead[field] ?? []].flat().join(LIST_SEPARATOR)
  const zip = ZIP_FIELDS.map(text).find(Boolean)
  const known = zip === undefined ? undefined : await zipCheck(zip.trim().slice(0, ZIP_LENGTH))
  return known && 'data' in known ? known.data?.['state'] : text('state').trim().toUpperCase()
}

/** Names that flows use for it. */
const ZIP_FIELDS = ['zip', 'zip_code', 'zipcode', 'postal_code']
/** Length without the +4 of ZIP+4. */
const ZIP_LENGTH = 5
