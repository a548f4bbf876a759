import type { Buyer } from '../../../schemas/buyer.ts'
import { rulesText } from '../../author/ruleWords.ts'
import { holds } from '../../flow/rules.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'
import { zipCheck } from '../outside/zip.ts'
import { cut } from './formats/format.ts'

type Lead = Readonly<Record<string, string>>

/** Whether a buyer wants only some leads. */
export function isChoosy({ states, filters }: Pick<Buyer, 'states' | 'filters'>): boolean {
  return states !== undefined || filters !== undefined
}

/** Why a buyer does not want such a lead, without a word of what the lead says; null when it does. */
export async function whyUnwanted(
  { states, filters = [] }: Pick<Buyer, 'states' | 'filters'>,
  lead: Lead,
): Promise<string | null> {
  if (states && !states.includes((await stateOf(lead)) ?? ''))
    return cut(ATTEMPTS.otherState(states.join(', ')))
  const broken = filters.find((rule) => !holds(rule, lead))
  return broken ? cut(ATTEMPTS.filtered(rulesText([broken]))) : null
}

/** The state in which a lead is, by two letters: that of its ZIP code is surer than what was typed. */
async function stateOf(lead: Lead): Promise<string | undefined> {
  const zip = ZIP_FIELDS.map((field) => lead[field]).find(Boolean)
  const known = zip === undefined ? undefined : await zipCheck(zip.trim().slice(0, ZIP_LENGTH))
  return known && 'data' in known ? known.data?.['state'] : lead['state']?.trim().toUpperCase()
}

/** What flows call it. */
const ZIP_FIELDS = ['zip', 'zip_code', 'zipcode', 'postal_code']
/** Without what follows in ZIP+4. */
const ZIP_LENGTH = 5
