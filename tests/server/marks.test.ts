import { expect, test } from 'vitest'
import type { Mark } from '../../schemas/reports/marks.ts'
import type { OperatorRole } from '../../schemas/people/operator.ts'
import { markOf } from '../../src/server/marks/markOf.ts'
import type { MarkedAct } from '../../src/store/nouns/marks/marks.ts'
import { newVersion } from '../store/history.ts'
import { loggedIn } from './loggedIn.ts'
import { running } from './running.ts'

/** Tests what charts mark, who sees which marks, and who may write notes. */

const AT = Date.parse('2026-11-02T12:00:00-05:00')

/** The server with two more sites, and calls as an operator. */
async function withSites() {
  const server = await running({ env: { RATE_LIMIT: '0', OPERATOR_HOST: 'localhost' }, now: () => AT })
  for (const path of ['first-site', 'second-site']) await server.store.publish(newVersion(path, AT))
  const as = async (name: string, role: OperatorRole, sites: string[] | null = null) => {
    const headers = await loggedIn(server, { name, role, host: 'localhost', sites })
    const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.send({ method, url: `/api/reports/marks${url}`, headers, ...(payload && { payload }) })
    return {
      post: (url: string, payload: object) => send('POST', `/notes${url}`, payload),
      marks: async () => {
        const answer = await send('GET', `?from=${AT - 1000}&to=${AT + 1000}`)
        return answer.json<{ data: Mark[] }>().data.map(({ words }) => words)
      },
      own: async () =>
        (await send('GET', `?from=${AT - 1000}&to=${AT + 1000}`))
          .json<{ data: Mark[] }>()
          .data.flatMap(({ is_own, words }) => (is_own ? words : [])),
    }
  }
  return { ...server, as }
}

test('operators see marks of their sites, and those of buyers only with access to buyers of all sites', async () => {
  const { as, store } = await withSites()
  const by = { operator: 'ada', at: AT }
  await store.audit({ ...by, act: 'publish', about: 'first-site version 2' })
  await store.audit({ ...by, at: AT - 1, act: 'roll_back', about: 'second-site to version 1' })
  const paused = [{ field: 'paused', before: null, after: 'true', secret: false }]
  await store.audit({ ...by, at: AT - 2, act: 'save_buyer', about: 'acme' }, paused)
  await store.audit({ ...by, at: AT - 5000, act: 'publish', about: 'first-site version 1' })
  const ofSites = ['Published version 2', 'Rolled back to version 1']
  expect(await (await as('mia', 'manager')).marks()).toEqual([...ofSites, 'Paused acme'])
  expect(await (await as('vic', 'viewer')).marks()).toEqual(ofSites)
  expect(await (await as('moe', 'manager', ['first-site'])).marks()).toEqual(['Published version 2'])
})

test('everyone but viewers writes notes, and changes their own; admins change all', async () => {
  const { as, store } = await withSites()
  const [viewer, analyst, author, admin] = [
    await as('vic', 'viewer'),
    await as('ann', 'analyst'),
    await as('abe', 'author', ['first-site']),
    await as('root', 'admin'),
  ]
  const note = { path: 'first-site', at: AT, words: 'Email went out' }
  expect((await viewer.post('', note)).statusCode).toBe(403)
  expect((await author.post('', { ...note, path: null })).json()).toMatchObject({
    status: 403,
    field: 'path',
  })
  expect((await author.post('', { ...note, path: 'second-site' })).statusCode).toBe(404)
  expect((await analyst.post('', { ...note, path: 'nowhere' })).statusCode).toBe(404)
  expect((await analyst.post('', { ...note, words: '   ' })).statusCode).toBe(400)
  expect((await author.post('', note)).json()).toEqual({ note: 1 })
  expect((await analyst.post('', { path: 'second-site', at: AT - 1, words: 'Sale' })).json()).toEqual({
    note: 2,
  })
  expect((await analyst.post('', { path: null, at: AT - 2, words: 'Holiday' })).json()).toEqual({ note: 3 })
  expect(await viewer.marks()).toEqual(['Email went out', 'Sale', 'Holiday'])
  expect(await author.marks()).toEqual(['Email went out', 'Holiday'])
  expect([await viewer.own(), await analyst.own(), await author.own()]).toEqual([
    [],
    ['Sale', 'Holiday'],
    ['Email went out'],
  ])

  const edit = { note: 2, words: 'Big sale' }
  expect((await author.post('/edit', edit)).statusCode).toBe(404)
  expect((await author.post('/remove', { note: 3 })).statusCode).toBe(403)
  expect((await viewer.post('/edit', edit)).statusCode).toBe(403)
  expect((await analyst.post('/edit', edit)).statusCode).toBe(204)
  expect((await admin.post('/edit', { note: 1, words: 'Two emails' })).statusCode).toBe(204)
  expect((await analyst.post('/remove', { note: 9 })).statusCode).toBe(404)
  expect((await analyst.post('/remove', { note: 3 })).statusCode).toBe(204)
  expect(await admin.marks()).toEqual(['Two emails', 'Big sale'])
  expect((await store.auditLog(2)).map(({ act, operator }) => `${operator} ${act}`)).toContain(
    'ann remove_note',
  )
})

const ENTRY = { at: AT, operator: 'ada', changes: null }
const cap = (field: string, before: string | null, after: string | null) => ({
  field,
  before,
  after,
  secret: false,
})

test.each<[Pick<MarkedAct, 'act' | 'about'> & { changes?: MarkedAct['changes'] }, Partial<Mark> | null]>([
  [
    { act: 'publish', about: 'first-site version 2' },
    { kind: 'publish', path: 'first-site', words: 'Published version 2' },
  ],
  [
    { act: 'roll_back', about: 'first-site to version 1' },
    { kind: 'rollback', path: 'first-site', words: 'Rolled back to version 1' },
  ],
  [
    { act: 'promote_version', about: 'first-site, experiment 3: version 2' },
    { kind: 'experiment', path: 'first-site', words: 'Promoted the winner of experiment 3: version 2' },
  ],
  [
    {
      act: 'save_buyer',
      about: 'acme',
      changes: [cap('caps/0/leads', '50', '80'), cap('caps/0/per', 'day', 'hour')],
    },
    { kind: 'cap', path: null, words: 'Cap of acme: 50 to 80' },
  ],
  [
    { act: 'save_buyer', about: 'acme', changes: [cap('caps/0/dollars', null, '100.00')] },
    { kind: 'cap', words: 'Cap of acme: none to 100.00' },
  ],
  [
    { act: 'save_buyer', about: 'acme', changes: [cap('paused', 'true', null)] },
    { kind: 'pause', words: 'Resumed acme' },
  ],
  [
    { act: 'save_buyer', about: 'acme', changes: [cap('url', 'https://a.example', 'https://b.example')] },
    null,
  ],
  [{ act: 'save_buyer', about: 'acme' }, null],
  [
    { act: 'remove_buyer', about: 'acme' },
    { kind: 'buyer', path: null, words: 'Removed the buyer acme' },
  ],
])('%j is marked as %j', (entry, mark) => {
  const found = markOf({ ...ENTRY, ...entry })
  if (mark === null) expect(found).toBe(null)
  else expect(found).toMatchObject({ at: AT, by: 'ada', note: null, ...mark })
})
