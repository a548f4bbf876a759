import { expect, test } from 'vitest'
import type { NewPublishRequest } from '../../../src/store/nouns/versions/draftRecords.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion } from '../history.ts'

const ASKED: NewPublishRequest = {
  id: '00000000-0000-4000-8000-000000000001',
  path: 'claims',
  text: '{"a": 1}',
  files: { 'a.css': 'digest' },
  weight: 30,
  asked_by: 'ada, key ci',
  maker: 'ada',
  asked_at: 1000,
  live_at: 5000,
  state: 'waiting',
}
const { text, files, ...line } = ASKED
const LINE = { ...line, decided_by: null, decided_at: null, reason: null, version: null }
const by = (word: string, at: number) => ({ id: ASKED.id, by: word, at, reason: null })

export function publishRequestContract(open: OpenStore): void {
  test('a path has one pending publish, and the next is accepted once it has ended', async () => {
    const store = await open('publish-requests')
    const other = { ...ASKED, id: '00000000-0000-4000-8000-000000000002', asked_at: 2000 }
    const elsewhere = { ...other, id: '00000000-0000-4000-8000-000000000003', path: 'debt' }
    expect(await store.addPublishRequest(ASKED)).toBe(true)
    expect(await store.addPublishRequest(other)).toBe(false)
    expect(await store.addPublishRequest(elsewhere)).toBe(true)
    expect(await store.publishRequest(ASKED.id)).toEqual({ ...LINE, text, files })
    expect(await store.publishRequest(other.id)).toBeNull()
    const refused = { ...by('bob', 3000), from: 'waiting', to: 'refused', reason: 'A typo.' } as const
    expect(await store.decidePublishRequest(refused)).toBe(true)
    expect(await store.addPublishRequest(other)).toBe(true)
    expect((await store.openPublishRequests()).map(({ id }) => id)).toEqual([other.id, elsewhere.id])
    expect(await store.publishRequests('claims')).toEqual([
      { ...LINE, id: other.id, asked_at: 2000 },
      { ...LINE, state: 'refused', decided_by: 'bob', decided_at: 3000, reason: 'A typo.' },
    ])
  })

  test('the first decision counts, and a failed schedule keeps who approved it', async () => {
    const store = await open('publish-decisions')
    await store.addPublishRequest(ASKED)
    const approve = { ...by('bob', 2000), from: 'waiting', to: 'planned' } as const
    expect(
      await Promise.all([store.decidePublishRequest(approve), store.decidePublishRequest(approve)]),
    ).toEqual([true, false])
    const failed = {
      id: ASKED.id,
      by: null,
      at: 6000,
      reason: 'An error.',
      from: 'planned',
      to: 'failed',
    } as const
    await store.decidePublishRequest(failed)
    expect(await store.publishRequest(ASKED.id)).toMatchObject({
      state: 'failed',
      decided_by: 'bob',
      decided_at: 6000,
      reason: 'An error.',
    })
  })

  test('a scheduled version is published once, at its weight', async () => {
    const store = await open('publish-planned')
    const first = await store.publish(newVersion('claims', 500))
    await store.addPublishRequest(ASKED)
    const next = newVersion('claims', 5000)
    expect(await store.publishPlanned(ASKED.id, next)).toBeNull()
    await store.decidePublishRequest({ ...by('bob', 2000), from: 'waiting', to: 'planned' })
    const made = await Promise.all([
      store.publishPlanned(ASKED.id, next),
      store.publishPlanned(ASKED.id, next),
    ])
    const version = made.find((one) => one !== null)
    expect(made.filter((one) => one === null)).toHaveLength(1)
    expect(await store.live()).toEqual([
      { path: 'claims', version: first, weight: 70 },
      { path: 'claims', version, weight: 30 },
    ])
    expect(await store.publishRequest(ASKED.id)).toMatchObject({ state: 'published', version })
  })
}
