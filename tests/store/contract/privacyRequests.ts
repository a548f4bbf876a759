import { describe, expect, test } from 'vitest'
import { forgetPerson, sessionsOf } from '../../../src/store/nouns/privacy/findSessions.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const ANN = { email: 'ann@example.com', phone: '(512) 555-2368' }

export function privacyRequestContract(open: OpenStore): void {
  describe('privacy requests', () => {
    async function stage(place: string) {
      const store = await open(`privacy requests ${place}`, { now: () => AT })
      const ask = (kind: 'do_not_sell' | 'unsubscribe' | 'delete' | 'know', more: object = {}) =>
        store.privacyRequest({
          kind,
          path: 'small',
          manner: 'form',
          email: null,
          phone: null,
          at: AT,
          ...more,
        })
      const found = async (wanted: object) =>
        (await store.privacyRequests({ limit: 9, ...wanted })).map(({ request }) => request)
      return { store, ask, found }
    }

    test('are found by type and person, page by page', async () => {
      const { ask, found } = await stage('found')
      const [first, second, third, fourth] = [
        await ask('delete', ANN),
        await ask('do_not_sell', { phone: '512.555.2369', path: 'other' }),
        await ask('know', { email: 'Bo_B@Example.com', at: AT + 1 }),
        await ask('unsubscribe', { email: 'bo%b@example.com', at: AT + 2 }),
      ]
      expect(await found({})).toEqual([fourth, third, second, first])
      expect(await found({ limit: 2 })).toEqual([fourth, third])
      expect(await found({ limit: 2, before: third })).toEqual([second, first])
      expect(await found({ kind: 'know' })).toEqual([third])
      expect(await found({ path: 'other' })).toEqual([second])
      expect(await found({ from: AT + 1, to: AT + 1 })).toEqual([third])
      expect(await found({ state: 'open' })).toEqual([third, first])
      expect(await found({ state: 'in_effect' })).toEqual([fourth, second])
      expect(await found({ search: String(second) })).toEqual([second])
      expect(await found({ search: ' 512-555-2368 ' })).toEqual([first])
      expect(await found({ search: '+1 (512) 555 2369' })).toEqual([second])
      expect(await found({ search: ' bo_b@example.com' })).toEqual([third])
      expect(await found({ search: 'bo%b@example.com' })).toEqual([fourth])
      expect(await found({ search: 'o_b@example.com' })).toEqual([])
      expect(await found({ search: 'ann' })).toEqual([])
      expect(await found({ search: '512555236' })).toEqual([])
    })

    test('are answered once', async () => {
      const { store, ask, found } = await stage('answered')
      const asked = await ask('know', ANN)
      expect(await store.answerPrivacyRequest(asked, 'Sent.', AT + 5)).toBe(true)
      expect(await store.answerPrivacyRequest(asked, 'Sent again.', AT + 6)).toBe(false)
      expect(await store.answerPrivacyRequest(asked + 1, 'There is none.', AT + 6)).toBe(false)
      expect(await store.privacyRequests({ limit: 9 })).toEqual([
        {
          request: asked,
          kind: 'know',
          path: 'small',
          manner: 'form',
          ...ANN,
          at: AT,
          answered_at: AT + 5,
          answer: 'Sent.',
          state: 'answered',
          forget_asked_at: null,
          forget_by: null,
        },
      ])
      expect(await found({ state: 'answered' })).toEqual([asked])
      expect(await found({ state: 'open' })).toEqual([])
    })

    test('to delete have their person forgotten once, and are answered only by that', async () => {
      const { store, ask, found } = await stage('forgotten')
      const [first, second, copy] = [
        await ask('delete', ANN),
        await ask('delete', ANN),
        await ask('know', ANN),
      ]
      expect(await store.askToForget(copy, 'ada', AT + 1)).toBe(false)
      const answered = await ask('delete', ANN)
      await store.answerPrivacyRequest(answered, 'The data is not theirs.', AT + 1)
      expect(await store.askToForget(answered, 'ada', AT + 2)).toBe(false)
      expect(await store.askToForget(first, 'ada', AT + 2)).toBe(true)
      expect(await store.askToForget(first, 'bo', AT + 3)).toBe(false)
      expect(await store.answerPrivacyRequest(first, 'Never mind.', AT + 3)).toBe(false)
      expect(await store.endForgetting(second, 'Forgotten.', AT + 3)).toBe(false)
      expect(await store.askToForget(second, 'bo', AT + 1)).toBe(true)

      const [longest, shorter] = await store.requestsToForget()
      expect([longest?.request, shorter?.request]).toEqual([second, first])
      expect(shorter).toMatchObject({ state: 'forgetting', forget_asked_at: AT + 2, forget_by: 'ada' })
      expect(await found({ state: 'forgetting' })).toEqual([second, first])
      expect(await store.endForgetting(first, 'Forgotten.', AT + 4)).toBe(true)
      expect(await store.endForgetting(first, 'Forgotten twice.', AT + 5)).toBe(false)
      expect(await store.askToForget(first, 'ada', AT + 6)).toBe(false)
      expect((await store.requestsToForget()).map(({ request }) => request)).toEqual([second])
      expect(await found({ state: 'answered' })).toEqual([answered, first])
    })

    test('a person is found in all parts of a long search, and forgotten in each', async () => {
      const { store } = await stage('search')
      await publish(store, 'leadloom', AT)
      const answered = (id: number, n: number, raw_data: string) =>
        store.appendStep(
          uuidOf(n),
          step({
            id: uuidOf(id),
            at: AT,
            answers: [{ question_key: 'mail', answer_key: 'value', raw_data }],
          }),
        )
      for (const n of [0, 1, 2, 3]) await store.openSession(session({ uuid: uuidOf(n), at: AT }))
      await answered(1, 0, 'Ann@example.com')
      await Promise.all(Array.from({ length: 1100 }, (_, i) => answered(10 + i, 1, `other${i}@example.com`)))
      await answered(2000, 2, '512.555.2368')
      await store.storeLead(uuidOf(3), { email: 'ann@example.com' }, AT)
      await answered(2001, 3, 'ann@example.com')
      // A link to continue may have been mailed to an address that is in no answer.
      const mail = { offer: 'mva', step: '', recipient: 'Bob@example.com', subject: '', body: '' }
      await store.appendStep(uuidOf(1), step({ id: uuidOf(2002), at: AT, answers: [] }), { mails: [mail] })
      expect(await sessionsOf(store, { email: 'bob@example.com', phone: null })).toEqual([uuidOf(1)])
      expect(await sessionsOf(store, ANN)).toEqual([uuidOf(0), uuidOf(2), uuidOf(3)])
      expect(await sessionsOf(store, { email: null, phone: ANN.phone })).toEqual([uuidOf(2)])
      expect(await sessionsOf(store, { email: null, phone: null })).toEqual([])
      // Also around the end of a part.
      for (let i = 490; i < 510; i++)
        expect(await sessionsOf(store, { email: `other${i}@example.com`, phone: null })).toEqual([uuidOf(1)])

      expect(await forgetPerson(store, ANN)).toEqual({
        forgotten: [uuidOf(0), uuidOf(2), uuidOf(3)],
        left: [],
      })
      expect(await sessionsOf(store, ANN)).toEqual([])
      expect((await store.session(uuidOf(1)))!.steps[0]!.answers).not.toEqual([])
      expect((await store.session(uuidOf(3)))!.steps[0]!.answers).toEqual([])
    })
  })
}
