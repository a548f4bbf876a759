import { describe, expect, test } from 'vitest'
import type { NewPixelEvent } from '../../../src/store/nouns/pixels/pixelTypes.ts'
import type { OutgoingWanted } from '../../../src/store/nouns/leads/outgoingList.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const MAIL = { offer: 'mva', step: 'thanks', subject: 'List', body: 'Here.' }
const LEAD: NewPixelEvent = {
  vendor: 'meta',
  account: '12345',
  name: 'Lead',
  kind: 'lead',
  offer: 'mva',
  step: '',
}

export function outgoingContract(open: OpenStore): void {
  describe('the lists of emails, events, and messages', () => {
    async function stage(place: string, visits: number) {
      const store = await open(`outgoing ${place}`, { now: () => AT })
      for (const path of ['leadloom', 'other']) await publish(store, path, AT)
      for (let n = 0; n < visits; n++) {
        const path = n === 1 ? 'other' : 'leadloom'
        const { version } = (await store.live()).find((one) => one.path === path)!
        await store.openSession(session({ uuid: uuidOf(n), version, path, at: AT + n }))
        const mails = [{ ...MAIL, recipient: `ann${n}@example.com` }]
        await store.appendStep(uuidOf(n), step({ id: uuidOf(1000 + n), at: AT + n }), {
          mails,
          pixelEvents: [LEAD],
        })
      }
      const found = async (asked: OutgoingWanted) =>
        (await store.outgoingList(asked)).rows.map(({ session_uuid }) => session_uuid)
      return { store, found }
    }

    test.each(['mail', 'pixel'] as const)('are limited to a state, days, and sites: %s', async (what) => {
      const { store, found } = await stage(what, 3)
      const [first, second, third] = [uuidOf(0), uuidOf(1), uuidOf(2)]
      expect(await found({ what })).toEqual([third, second, first])
      expect(await found({ what, sites: ['other'] })).toEqual([second])
      expect(await found({ what, sites: ['leadloom'] })).toEqual([third, first])
      expect(await found({ what, from: AT + 1, to: AT + 1 })).toEqual([second])
      const { rows } = await store.outgoingList({ what, sites: ['other'] })
      const { entry } = rows[0]!
      expect(await found({ what, entry })).toEqual([second])
      expect(await found({ what, entry, sites: ['leadloom'] })).toEqual([])
      if (what === 'mail') {
        const { recipient } = (await store.beginMail(entry, AT + 9))!
        await store.endMail(entry, 1, {
          state: 'refused',
          message: 'No.',
          due_at: null,
          recipient,
          at: AT + 9,
        })
      } else {
        await store.beginPixelEvent(entry, AT + 9)
        await store.endPixelEvent(entry, 1, { state: 'refused', message: 'No.', due_at: null })
      }
      expect(await found({ what, state: 'due' })).toEqual([third, first])
      expect((await store.outgoingList({ what, state: 'refused' })).rows).toEqual([
        {
          entry,
          session_uuid: second,
          ...(what === 'mail'
            ? { kind: 'step', step: 'thanks', vendor: '', account: '', name: '' }
            : { kind: 'lead', step: '', vendor: 'meta', account: '12345', name: 'Lead' }),
          period: null,
          offer: 'mva',
          path: 'other',
          state: 'refused',
          attempts: 1,
          due_at: null,
          at: AT + 1,
          last: 'No.',
        },
      ])
    })

    test('load page by page', async () => {
      const { store } = await stage('pages', 51)
      for (const what of ['mail', 'pixel'] as const) {
        const first = await store.outgoingList({ what })
        expect([first.rows.length, first.next]).toEqual([50, String(first.rows.at(-1)!.entry)])
        const last = await store.outgoingList({ what, before: first.next! })
        expect([last.rows.map(({ session_uuid }) => session_uuid), last.next]).toEqual([[uuidOf(0)], null])
      }
    })
  })
}
