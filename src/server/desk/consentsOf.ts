import type { SessionConsents } from '../../../schemas/kernel/consent.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { walk } from '../../flow/walk.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../store/store.ts'

/** Consents of a session as evidence: each text word for word, the answer to it, how it was given, and by whom. */
export async function consentsOf(store: Store, flow: Flow, session: SessionRecord): Promise<SessionConsents> {
  const { uuid, path, origin, steps, tracking, referrer } = session
  const givenBy = (recorded: typeof steps) =>
    walk(flow, origin, recordedAnswers(flow, origin, recorded)).fields as SessionConsents['given']
  const given = givenBy(steps)
  const consents = (await store.consents(uuid)).map((consent) => {
    const until = steps.slice(0, steps.findIndex(({ id }) => id === consent.submission) + 1)
    return { ...consent, person: answererOf(givenBy(until)) }
  })
  const values = Object.values(given).flat()
  return {
    session_uuid: uuid,
    path,
    referrer,
    certificates: tracking,
    given,
    person: answererOf(given),
    consents,
    revocations: await store.optOuts(uuid, values),
    ...(await store.revocationsOf(uuid, values)),
  }
}

/** The person according to the answers. A number that can't be dialed stays among the given answers as typed. */
function answererOf(given: SessionConsents['given']): SessionConsents['person'] {
  const text = (field: string) => (typeof given[field] === 'string' ? given[field].trim() : '')
  const digits = text('phone')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
  return {
    name: [text('first_name'), text('last_name')].filter(Boolean).join(' ') || null,
    phone: digits.length === 10 ? `+1${digits}` : null,
    email: text('email') || null,
  }
}
