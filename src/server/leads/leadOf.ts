import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import { contactFields } from '../../flow/answers/contactFields.ts'
import { fieldsOfOthers } from '../../flow/answers/fieldsOfOthers.ts'
import { offerConsents } from '../../flow/answers/offerConsents.ts'
import type { Submission } from '../../flow/judge.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { walk } from '../../flow/walk.ts'
import type { Doubt, MayInsist } from '../outside/checkStep.ts'
import type { Checks } from '../outside/externalChecks.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { NewLead } from '../../store/nouns/leads/leadTypes.ts'
import type { Contact } from '../../store/nouns/privacy/person.ts'
import { checkLead } from './checkLead.ts'
import { leadMarks } from './leadMarks.ts'
import { leadPayload, type LeadSession } from './leadPayload.ts'
import { bornIn, nameIn } from './personName.ts'

/** Source of a lead. `recorded`: the submissions that `answers` come from, including the one that makes the lead due. */
interface LeadSource {
  flow: Flow
  session: LeadSession
  answers: Answers
  recorded: readonly Submission[]
}

/** The lead that a step makes due, according to its actions. It has every field known by then except those of other offers, the server's
 *  own data about them, and the buyers it goes to; or the reason its checks refuse it. `at`: UTC epoch ms. */
export async function leadOf(
  selling: readonly ExecuteAction[],
  { flow, session, answers, recorded }: LeadSource,
  { offer, at, checks, mayInsist }: { offer: string; at: number; checks: Checks; mayInsist: MayInsist },
): Promise<{ lead: NewLead } | { errors: FieldError[]; doubts: Doubt[] }> {
  const { fields, trail } = walk(flow, session.origin, answers)
  const checked = await checkLead(checks, flow, { fields, trail, answers, recorded, mayInsist })
  if ('errors' in checked) return checked
  const known = { ...checked.fields, ...(await leadMarks(flow, checked.fields, session.ip)) }
  const buyers = [...new Set(selling.flatMap(({ buyers = [] }) => buyers))]
  const required = buyers.flatMap((buyer) => flow.ui_config.buyers?.[buyer]?.required_fields ?? [])
  const hidden = fieldsOfOthers(flow, offer)
  const disclosed = Object.fromEntries(
    Object.entries(known).filter(
      ([field]) => !hidden.has(field.replace(/_checked$/, '')) || required.includes(field),
    ),
  )
  const payload = leadPayload(disclosed, session, newYorkDate(at))
  const toEach = offerConsents(flow, offer).filter(({ seller }) => seller !== undefined)
  const identity = { name: nameIn(checked.fields, flow), born: bornIn(checked.fields, flow) }
  const lead = { offer, buyers, payload, contacts: contactsIn(flow, checked.fields), identity }
  if (toEach.length === 0) return { lead }
  // Other buyers that the visitor agreed to are none of this buyer's business.
  const toOthers = (buyer: string) =>
    toEach.filter(({ seller }) => seller !== buyer).map(({ field }) => field)
  return {
    lead: { ...lead, withheld: Object.fromEntries(buyers.map((buyer) => [buyer, toOthers(buyer)])) },
  }
}

/** Contact details of a lead's person, as answered. */
function contactsIn(flow: Flow, fields: Fields): Contact[] {
  return [...contactFields(flow)].flatMap(([name, kind]) => {
    const text = fieldOf(fields, name)
    return typeof text === 'string' && text !== '' ? [{ kind, text }] : []
  })
}
