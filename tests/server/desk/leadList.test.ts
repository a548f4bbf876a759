import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { LeadLine } from '../../../schemas/desk/leads.ts'
import type { NewLead } from '../../../src/store/nouns/leads/leadTypes.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests the list of leads, as an operator's browser requests it. */

let clock = Date.parse('2026-11-20T12:00:00-05:00')
const server = await running({ flow: SELLING_FLOW, now: () => clock, until: afterAll })
const { store, open } = server
const admin = await askAs(server, 'admin')
const analyst = await askAs(server, 'analyst')

/** A visitor whose lead falls due a minute after the one before. */
async function visitor(lead: Partial<NewLead> & { email: string; phone?: string }): Promise<string> {
  const { uuid } = await open()
  const { email, phone, ...more } = lead
  const payload = { first_name: 'Ann', last_name: 'Miller', email, ...(phone && { phone }) }
  const contacts = [
    { kind: 'email' as const, text: email },
    ...(phone ? [{ kind: 'phone' as const, text: phone }] : []),
  ]
  await store.appendStep(
    uuid,
    {
      ...HURT,
      id: randomUUID(),
      time_on_step: 1,
      execute_actions: [],
      page_url: '',
      at: (clock += 60_000),
    },
    { lead: { offer: 'claim', buyers: ['acme'], payload, contacts, ...more } },
  )
  return uuid
}

const sold = await visitor({ email: 'ann.m@gmail.com', phone: '(212) 555-0123', buyers: ['acme', 'zeta'] })
const unsent = await visitor({ email: 'bob_1@example.com', phone: '2125550124', buyers: [] })
const newest = await visitor({ email: 'cy@example.com' })
const [first] = await store.dueDeliveries('acme', clock, 1)
await store.beginAttempt(first!, clock)
await store.endAttempt(first!, 1, {
  state: 'accepted',
  message: 'Bought.',
  at: clock,
  due_at: null,
  sale: { external_id: 'A-7', cents: 1250 },
})

const found = async (asked: object) =>
  (await admin.post('leads', asked)).json<{ data: LeadLine[] }>().data.map(({ session_uuid }) => session_uuid)

test('lists the newest first, page by page, with each lead’s result at every buyer', async () => {
  const page = (await admin.post('leads', { limit: 2 })).json()
  expect(page.data).toMatchObject([
    { session_uuid: newest, deliveries: [{ buyer: 'acme', state: 'due', cents: null }] },
    { session_uuid: unsent, name: 'Ann Miller', phone: '2125550124', deliveries: [] },
  ])
  const rest = (await admin.post('leads', { limit: 2, before: page.next })).json()
  expect(rest).toMatchObject({
    data: [
      {
        session_uuid: sold,
        path: 'small',
        email: 'ann.m@gmail.com',
        deliveries: [
          { buyer: 'acme', state: 'accepted', cents: 1250 },
          { buyer: 'zeta', state: 'due', cents: null },
        ],
      },
    ],
    next: null,
  })
})

test.each([
  [{ buyer: 'zeta' }, [sold]],
  [{ buyer: 'acme' }, [newest, sold]],
  [{ buyer: 'acme', status: 'due' }, [newest]],
  [{ status: 'unsent' }, [unsent]],
  [{ offer: 'thanks' }, []],
  [{ from: clock }, [newest]],
  [{ to: clock - 60_000 }, [unsent, sold]],
  [{ search: 'a.n.nm+news@googlemail.com' }, [sold]],
  [{ search: '212-555-0123' }, [sold]],
  [{ search: '(212) 555-0124' }, [unsent]],
  [{ search: 'BOB_1@example.com' }, [unsent]],
  [{ search: 'bobx1@example.com' }, []],
  [{ search: sold }, [sold]],
  [{ search: 'A-7' }, [sold]],
  [{ search: String(first) }, [sold]],
  [{ search: '212-555-0123', status: 'unsent' }, []],
])('%j finds what it should', async (asked, expected) => {
  expect(await found(asked)).toEqual(expected)
})

test('masks personal data without access to it, and refuses a search by it', async () => {
  const { data } = (await analyst.post('leads', { search: sold })).json()
  expect(data).toMatchObject([{ name: 'A. M.', phone: '•••23', email: 'a•••@•••.com' }])
  expect(JSON.stringify(data)).not.toMatch(/Miller|0123|gmail/)
  for (const search of ['ann.m@gmail.com', '212-555-0123'])
    expect(refused(await analyst.post('leads', { search }))).toMatchObject({ code: 403, field: 'search' })
  expect((await analyst.get('choices')).json()).toMatchObject({
    sees_persons: false,
    buyers: ['acme', 'zeta'],
  })
})

test('logs each access to personal data in the audit log, without the search', async () => {
  await analyst.post('leads', {})
  await admin.post('leads', { status: 'due', search: 'ann.m@gmail.com' })
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'one-admin', act: 'see_leads', about: 'status due, searched' },
  ])
})

test('refuses a range that ends before it begins', async () => {
  expect(refused(await admin.post('leads', { from: 2, to: 1 }))).toMatchObject({ code: 400, field: 'from' })
})

test('contains nothing personal about forgotten visitors', async () => {
  const gone = await visitor({ email: 'gone@example.com' })
  await store.forgetSession(gone)
  expect((await admin.post('leads', { search: gone })).json().data).toMatchObject([
    { session_uuid: gone, is_forgotten: true, name: null, email: null },
  ])
})
