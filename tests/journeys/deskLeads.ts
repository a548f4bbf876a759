import type { AttemptEnd } from '../../src/store/nouns/leads/leadTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { HURT } from '../server/smallFlow.ts'
import { session, step, uuidOf } from '../store/history.ts'

/** Leads to acme, a minute apart, each with acme's answer. */
export async function fillLeads(
  store: Store,
  count: number,
  answer: (n: number) => Pick<AttemptEnd, 'state' | 'message' | 'sale' | 'isUnsure' | 'expectedCents'>,
): Promise<void> {
  const now = Date.now()
  for (let n = 0; n < count; n++) {
    const at = now - (60 - n) * 60_000
    await store.openSession(session({ uuid: uuidOf(n), at }))
    const payload = { first_name: 'Ann', last_name: `Visitor-${n}`, email: `ann${n}@example.com` }
    const contacts = [{ kind: 'email' as const, text: payload.email }]
    const lead = { offer: 'claim', buyers: ['acme'], payload, contacts }
    await store.appendStep(uuidOf(n), step({ ...HURT, id: uuidOf(n), at }), { lead })
    const [delivery = 0] = await store.dueDeliveries('acme', now, 1)
    await store.beginAttempt(delivery, now)
    await store.endAttempt(delivery, 1, { ...answer(n), at, due_at: null })
  }
}
