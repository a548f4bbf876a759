import type { Flow } from '../../../schemas/flow/flow.ts'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { once } from '../../flow/kernel/once.ts'
import type { RecordedRevocation } from '../../../schemas/kernel/revocation.ts'
import { maskedEmail, maskedIp, maskedName, maskedPhone, maskedText } from '../../store/kernel/mask.ts'

/** A lead without its texts in words, which are built from the masked lead. */
type UnmaskedLead = Omit<OneLead, 'whys' | 'answers'>

/** Masks a lead for people who may not see personal data. Values that come from the flow, such as choices, stay. Everything the visitor
 *  typed, and data about where they came from, is masked. */
export function maskedLead(flow: Flow, lead: UnmaskedLead): UnmaskedLead {
  const { explanation, evidence, deliveries } = lead
  const { session, trace, fields, submissions, end } = explanation
  const own = valuesOf(flow)
  const consented = new Set(evidence.consents.map(({ text }) => text))
  const typed = [fields, evidence.given, ...submissions.map(({ answered }) => answered)]
    .flatMap((values) => Object.values(values).flat())
    .filter((value) => !own.has(value) && !consented.has(value))
  const text = (sentence: string) => maskedText(sentence, typed)
  const word = (value: string) => (own.has(value) ? value : consented.has(value) ? text(value) : HIDDEN)
  const value = (given: string | string[]) => (Array.isArray(given) ? given.map(word) : word(given))
  const values = <T extends Record<string, string | string[]>>(given: T) =>
    Object.fromEntries(Object.entries(given).map(([field, one]) => [field, value(one)])) as T
  const because = <T extends { value: string | string[] | null }>(all: T[]) =>
    all.map((one) => ({ ...one, value: one.value === null ? null : value(one.value) }))
  return {
    ...lead,
    name: lead.name && maskedName(lead.name),
    explanation: {
      ...explanation,
      session: {
        ...session,
        origin: { ...session.origin, query: {} },
        page_url: withoutQuery(session.page_url),
        referrer: withoutQuery(session.referrer),
        ip: maskedIp(session.ip),
        user_agent: '',
        tracking: {},
      },
      trace: trace.map((step) => ({
        ...step,
        because: because(step.because),
        answered: step.answered && values(step.answered),
        computed: values(step.computed),
        actions: step.actions.map((action) => ({ ...action, because: because(action.because) })),
      })),
      fields: values(fields),
      submissions: submissions.map((one) => ({ ...one, answered: values(one.answered) })),
      end: end && {
        ...end,
        shows: end.shows.map(text),
        ...(end.redirect && { redirect: { ...end.redirect, link: null } }),
      },
      refused: explanation.refused.map((one) => ({ ...one, reason: text(one.reason) })),
    },
    evidence: {
      ...evidence,
      referrer: withoutQuery(evidence.referrer),
      certificates: {},
      given: values(evidence.given),
      person: NOBODY,
      requests: evidence.requests.map(maskedRequest),
      consents: evidence.consents.map((consent) => ({
        ...consent,
        text: text(consent.text),
        ip: maskedIp(consent.ip),
        user_agent: '',
        page_url: withoutQuery(consent.page_url),
        certificates: {},
        html: null,
        person: NOBODY,
      })),
    },
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      tries: delivery.tries.map((one) => ({ ...one, message: text(one.message) })),
    })),
  }
}

/** A request not to be contacted anymore; what the person said may name them. */
export function maskedRequest<T extends RecordedRevocation>({ email, phone, said, ...one }: T): T {
  const contacts = { email: email && maskedEmail(email), phone: phone && maskedPhone(phone) }
  return { ...one, ...contacts, said: said && HIDDEN } as T
}

const HIDDEN = '•••'
const NOBODY = { name: null, phone: null, email: null }

/** Values of the answers and options of a flow, and its texts that are recorded on consent. */
const valuesOf = once((flow: Flow): ReadonlySet<string> => {
  const answers = Object.values(flow.constants_config.questions).flatMap(({ answers }) =>
    Object.values(answers),
  )
  const values = answers.flatMap(({ backend_field_value, options = [] }) => [
    backend_field_value,
    ...options.map((option) => option.backend_field_value),
  ])
  return new Set(values.filter((value) => value !== undefined))
})

/** The part of an address after its path may identify a person. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}
