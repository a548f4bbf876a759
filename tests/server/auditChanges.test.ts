import { afterAll, expect, test } from 'vitest'
import type { AuditPage } from '../../schemas/people/people.ts'
import { changedFields } from '../../src/server/kernel/changedFields.ts'
import { publishedChanges } from '../../src/server/studio/publishedChanges.ts'
import { askAs } from './desk/askAs.ts'
import { running } from './running.ts'
import { SELLING_FLOW } from './smallFlow.ts'

/** Tests what the audit log says that each action changed. */

const server = await running({ flow: SELLING_FLOW, until: afterAll, env: { LOCAL_TARGETS: 'allow' } })
const { store } = server
const manager = await askAs(server, 'manager')

/** The newest entry's action, target and changes as `field: before -> after`. */
async function newest() {
  const { data } = await store.auditPage({}, 1)
  const { act, about, changes } = (data as AuditPage['data'])[0]!
  return [
    act,
    about,
    changes.map(({ field, before, after, secret }) =>
      secret ? `${field}: changed` : `${field}: ${before} -> ${after}`,
    ),
  ]
}

const FIRST = {
  format: 'json',
  url: 'https://buyer.example/leads',
  price: '25.00',
  headers: { authorization: 'Bearer s3cret-1' },
}

test('lists the changed fields of a buyer, and for a secret only that it changed', async () => {
  const save = (revision: number, document: object) =>
    manager.post('buyers', { buyer: 'acme', revision, document })
  expect((await save(0, FIRST)).statusCode).toBe(200)
  expect(await newest()).toEqual([
    'save_buyer',
    'acme',
    [
      'format: null -> json',
      'url: null -> https://buyer.example/leads',
      'price: null -> 25.00',
      'headers/authorization: changed',
    ],
  ])
  const { price: _, ...without } = FIRST
  await save(1, {
    ...without,
    url: 'https://buyer.example/new',
    headers: { authorization: 'Bearer s3cret-2' },
  })
  expect(await newest()).toEqual([
    'save_buyer',
    'acme',
    [
      'url: https://buyer.example/leads -> https://buyer.example/new',
      'price: 25.00 -> null',
      'headers/authorization: changed',
    ],
  ])
  // An unchanged secret is no change.
  await save(2, {
    ...FIRST,
    price: '30.00',
    url: 'https://buyer.example/new',
    headers: { authorization: '' },
  })
  expect(await newest()).toEqual(['save_buyer', 'acme', ['price: null -> 30.00']])
  await manager.post('buyers/remove', { buyer: 'acme', revision: 3 })
  expect((await newest())[2]).toContain('price: 30.00 -> null')
  expect(JSON.stringify(await store.auditPage({}, 99))).not.toContain('s3cret')
})

test('lists the settings of a webhook and a host, and that it ended', async () => {
  const admin = await askAs(server, 'admin')
  const webhook = {
    name: 'crm',
    url: 'https://crm.example/in?token=s3cret-9',
    kinds: ['lead', 'sale'],
    persons: true,
  }
  expect((await admin.post('webhooks', webhook)).statusCode).toBe(201)
  const set = [
    'kinds: null -> lead, sale',
    'persons: null -> true',
    'local: null -> false',
    'host: null -> crm.example',
  ]
  const [act, about, changes] = await newest()
  expect([act, about, (changes as string[]).toSorted()]).toEqual(['make_webhook', 'crm', set.toSorted()])
  await admin.post('webhooks/end', { name: 'crm' })
  const [, , ended] = await newest()
  expect((ended as string[]).toSorted()).toEqual(
    [
      'kinds: lead, sale -> null',
      'persons: true -> null',
      'local: false -> null',
      'host: crm.example -> null',
    ].toSorted(),
  )
  await admin.post('law/off', { rule: 'us-wa-hours', reason: 'No calls there.' })
  expect(await newest()).toEqual(['turn_off_law', 'us-wa-hours', ['reason: null -> No calls there.']])
  await admin.post('law/on', { rule: 'us-wa-hours' })
  expect(await newest()).toEqual(['turn_on_law', 'us-wa-hours', ['reason: No calls there. -> null']])
  await admin.post('script-hosts', { host: 'www.clicks.example' })
  expect(await newest()).toEqual([
    'add_script_host',
    'www.clicks.example',
    ['host: null -> www.clicks.example'],
  ])
  await admin.post('script-hosts/remove', { host: 'www.clicks.example' })
  expect(await newest()).toEqual([
    'remove_script_host',
    'www.clicks.example',
    ['host: www.clicks.example -> null'],
  ])
  expect(JSON.stringify(await store.auditPage({}, 99))).not.toContain('s3cret')
})

test('names the texts of a flow that a new version changed', () => {
  const after = structuredClone(SELLING_FLOW)
  const [name] = Object.keys(after.ui_config.offers)
  after.ui_config.offers[name!]!.name = 'Better claims'
  const changes = publishedChanges({ version: 3, flow: SELLING_FLOW }, { version: 4, flow: after })
  expect(changes[0]).toEqual({ field: 'version', before: '3', after: '4', secret: false })
  expect(changes.slice(1)).toHaveLength(1)
  expect(changes[1]).toMatchObject({ after: '"Better claims"', secret: false })
  expect(publishedChanges(null, { version: 1, flow: after })).toEqual([
    { field: 'version', before: null, after: '1', secret: false },
  ])
})

test('stores at most 200 fields of 500 characters', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, 'x'.repeat(600)]))
  const changes = changedFields({}, many)
  expect([changes.length, changes[0]!.after!.length]).toEqual([200, 501])
  expect(changedFields({ a: [1, 2], b: { c: null } }, { a: [1, 3], b: { c: false } })).toEqual([
    { field: 'a', before: '1, 2', after: '1, 3', secret: false },
    { field: 'b/c', before: null, after: 'false', secret: false },
  ])
})
