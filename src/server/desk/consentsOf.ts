import type { SessionConsents } from '../../../schemas/commands/visitors.ts'
import type { Flow } from '../../../schemas/flow.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { walk } from '../../flow/walk.ts'
import type { SessionRecord } from '../../store/sessions/sessionTypes.ts'
import type { Store } from '../../store/store.ts'

/** The consents of a session as evidence: each text word for word, what was said to it, how, and by whom. */
export async function consentsOf(store: Store, flow: Flow, session: SessionRecord): Promise<SessionConsents> {
  const { uuid, path, origin, steps, tracking, referrer } = session
  const givenBy = (recorded: typeof steps) =>
    walk(flow, origin, recordedAnswers(flow, origin, recorded)).fields as SessionConsents['given']
  const given = givenBy(steps)
  const consents = (await store.consents(uuid)).map((consent) => {
    const until = steps.slice(0, steps.findIndex(({ id }) => id === consent.submission) + 1)
    return { ...consent, person: answererOf(givenBy(until)) }
  })
  return {
    session_uuid: uuid,
    path,
    referrer,
    certificates: tracking,
    given,
    person: answererOf(given),
    consents,
    revocations: await store.optOuts(uuid, Object.values(given).flat()),
  }
}

/** Who the answers say it is. A number that cannot be dialled is left as it was typed among what was given. */
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
