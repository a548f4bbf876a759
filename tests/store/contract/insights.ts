import { describe, expect, test } from 'vitest'
import { HURT, MAIL, SMALL_FLOW, WHERE } from '../../server/smallFlow.ts'
import type { NewConsent } from '../../../src/store/nouns/sessions/sessionTypes.ts'
import type { OpenStore } from '../contract.ts'
import { visitOf } from '../../../src/store/nouns/reports/recordedVisits.ts'
import { session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const DAY = { path: 'small', from: AT - 3_600_000, to: AT + 3_600_000 }
const UNHURT = {
  ...HURT,
  answers: [{ question_key: 'hurt', answer_key: 'no', raw_data: 'no' }],
}

const CONSENT: NewConsent = {
  decision: 'agreed',
  field: 'mva_tcpa',
  text: 'I agree.',
  flow_sha256: '',
  sellers: [],
  control: { element: 'submit', text: 'Go', state: 'pressed' },
  browser_at: null,
  ip: '',
  user_agent: '',
  opt_out: null,
  certificates: {},
  html: null,
}

/** Answers of each visitor, in order. */
const VISITORS = [
  [],
  [],
  [HURT],
  [HURT, WHERE],
  [HURT, WHERE, MAIL],
  [UNHURT],
  [UNHURT, MAIL],
  [HURT, UNHURT],
]

export function insightContract(open: OpenStore): void {
  describe('insights', () => {
    test('visits of a version come in pages, without visitors who were forgotten, have another version, or came earlier', async () => {
      const store = await open('recorded-visits')
      const version = { flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 }
      await store.publish({ path: 'small', ...version })
      await store.publish({ path: 'small', ...version, style: 'b {}' })
      const opened = (n: number, more: Partial<Parameters<typeof session>[0]> = {}) =>
        store.openSession(session({ uuid: uuidOf(n), path: 'small', version: 1, at: AT, ...more }))
      for (const n of [0, 1, 2]) await opened(n, { language: n === 1 ? 'es' : 'en' })
      await opened(3, { version: 2 })
      await opened(4, { at: AT - 1 })
      await opened(5)
      await opened(6, { suspectedBot: true })
      const answered = (n: number, ...all: object[]) =>
        Promise.all(all.map((one, i) => store.appendStep(uuidOf(n), step({ ...one, id: uuidOf(100 + i) }))))
      await answered(1, { ...HURT, language: 'es' }, MAIL)
      await answered(3, HURT)
      await answered(5, HURT)
      await store.forgetSession(uuidOf(5))

      const asked = { version: 1, from: AT, limit: 2 }
      const first = await store.recordedVisits({ ...asked, after: null })
      expect(first).toMatchObject({
        total: 3,
        visits: [
          { uuid: uuidOf(0), steps: [] },
          { uuid: uuidOf(1), language: 'es' },
        ],
      })
      expect(visitOf(first.visits[1]!).steps).toEqual([
        { ...HURT, language: 'es' },
        { ...MAIL, language: undefined },
      ])
      const second = await store.recordedVisits({ ...asked, after: first.next })
      expect(second.visits.map(({ uuid }) => uuid)).toEqual([uuidOf(2)])
      expect([second.next, second.total]).toEqual([null, null])
      const all = await store.recordedVisits({ ...asked, from: 0, limit: 9, after: null })
      expect([all.total, all.visits.length]).toEqual([4, 4])
    })

    test('drop-off counts only visitors whom the rules led to the step', async () => {
      const store = await open('drop-off')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      for (const [n, answered] of VISITORS.entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', version: 1, at: AT }))
        for (const [i, submission] of answered.entries())
          await store.appendStep(
            uuidOf(n),
            step({ ...submission, id: uuidOf(100 + i), time_on_step: 1000 * (n + 1), at: AT }),
          )
      }
      // A visitor who returns by another click isn't a new visitor.
      const click = { query: { gclid: 'g' }, page_url: '', referrer: '', at: AT + 1 }
      await store.arrive(uuidOf(3), { ...click, aff_id: '104', sub1: '', sub2: '', sub3: '', arrival: 1 })
      await store.openSession(session({ uuid: uuidOf(50), path: 'small', version: 1, at: DAY.to + 1 }))
      await store.openSession(session({ uuid: uuidOf(51), path: 'small', version: 1, at: AT }))
      await store.forgetSession(uuidOf(51))

      const version = {
        version_id: 1,
        activation_date: 1000,
        deactivation_date: null,
        counted_from: DAY.from,
      }
      expect(await store.report('step-dropoff', DAY)).toEqual([
        {
          ...version,
          offer: 'claim',
          step: 'hurt',
          position: 1,
          shown: 8,
          answered: 6,
          left: 2,
          median_ms: 6000,
        },
        // The three who weren't hurt were never asked where; one of them had first given another answer.
        {
          ...version,
          offer: 'claim',
          step: 'where',
          position: 2,
          shown: 3,
          answered: 2,
          left: 1,
          median_ms: 4500,
        },
        {
          ...version,
          offer: 'claim',
          step: 'mail',
          position: 3,
          shown: 5,
          answered: 2,
          left: 3,
          median_ms: 6000,
        },
        // Visitors finish at the end, so nothing follows it.
        {
          ...version,
          offer: 'thanks',
          step: 'end',
          position: 4,
          shown: 2,
          answered: null,
          left: 0,
          median_ms: null,
        },
      ])
    })

    test('a page left only by its button is a step where visitors can drop off', async () => {
      const store = await open('drop-off-button')
      const flow = structuredClone(SMALL_FLOW)
      flow.ui_config.offers['claim']!.steps[1] = {
        name: 'boost',
        questions: [
          { type: 'container', widget: 'boost_link_out', text: 'Go', link: 'https://partner.example/' },
        ],
      }
      await store.publish({ path: 'small', flow, style: '', validators: '', icons: {}, at: 1000 })
      await store.openSession(session({ uuid: uuidOf(0), path: 'small', version: 1, at: AT }))
      await store.appendStep(uuidOf(0), step({ ...HURT, id: uuidOf(100), at: AT }))
      const rows = await store.report('step-dropoff', DAY)
      expect(rows.map(({ step: name, shown, left }) => [name, shown, left])).toContainEqual(['boost', 1, 1])
    })

    test('counts no certificate of visitors who refused, in the figure and its rows', async () => {
      const store = await open('coverage-refused')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      const said = [['refused'], ['refused', 'agreed'], ['no_evidence'], ['agreed']] as const
      for (const [n, decisions] of said.entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT }))
        await store.patchSession(uuidOf(n), 'jornaya_lead_id', 'J')
        await store.patchSession(uuidOf(n), 'trustedform_cert_url', 'https://cert.example/1')
        await store.track(uuidOf(n), { kind: 'registration', at: AT })
        for (const [i, decision] of decisions.entries())
          await store.appendStep(uuidOf(n), step({ ...HURT, id: uuidOf(100 + i), at: AT }), {
            consents: [{ ...CONSENT, decision }],
          })
      }
      expect(await store.report('consent-coverage', { ...DAY, path: null })).toEqual([
        { url: 'small', filled_basic_data: 4, trustedform_cert_url: 2, jornaya_lead_id: 2, both: 2 },
      ])
      for (const certificate of ['trustedform_cert_url', 'jornaya_lead_id', 'both'] as const) {
        const { rows } = await store.drilldown('visitors', { kind: 'registration', ...DAY, certificate })
        expect(rows.map((row) => row.session_uuid).toSorted()).toEqual([uuidOf(1), uuidOf(3)].toSorted())
      }
    })

    test('a certificate counts for visitors who registered in the range, whenever it came', async () => {
      const store = await open('coverage')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      const ids = [['jornaya_lead_id', 'trustedform_cert_url'], ['jornaya_lead_id'], [], [], []] as const
      for (const [n, patched] of ids.entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT }))
        for (const id of patched) await store.patchSession(uuidOf(n), id, 'https://cert.example/1')
        await store.track(uuidOf(n), { kind: 'registration', at: n === 3 ? DAY.to + 1 : AT })
      }
      await store.forgetSession(uuidOf(4))
      expect(await store.report('consent-coverage', { ...DAY, path: null })).toEqual([
        { url: 'small', filled_basic_data: 3, trustedform_cert_url: 1, jornaya_lead_id: 2, both: 1 },
      ])
    })
  })

  describe('visits and sales by language', () => {
    test('count for the visitor’s last chosen language, even for erased visitors, and open their rows', async () => {
      const store = await open('languages')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      for (const [n, language] of (['en', 'es', 'en'] as const).entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT, language }))
        await store.track(uuidOf(n), { kind: 'visit', at: AT })
      }
      const sale = { session_uuid: uuidOf(2), offer: 'claim', source: 'partner', external_id: 'a' }
      await store.sell({ ...sale, cents: 1250, returned: false, at: AT })
      await store.setLanguage(uuidOf(2), 'es')
      await store.forgetSession(uuidOf(1))
      const rest = { url: 'small', filled_basic_data: 0 }
      expect(await store.report('analytics-languages', { ...DAY, path: null })).toEqual([
        { ...rest, language: 'en', language_name: 'English', visits: 1, total: 0, revenue: 0, EPR: 0 },
        { ...rest, language: 'es', language_name: 'Spanish', visits: 2, total: 1, revenue: 1250, EPR: 6.25 },
      ])
      const visitors = await store.drilldown('visitors', { kind: 'visit', ...DAY, language: 'es' })
      expect(visitors.rows.map((row) => row.session_uuid)).toEqual([2, 1].map(uuidOf))
      const rows = { columns: ['path' as const, 'language' as const], values: [['small', 'en']] }
      expect((await store.drilldown('sales', { ...DAY, rows })).rows).toEqual([])
      expect((await store.drilldown('sales', { ...DAY, language: 'es' })).rows).toHaveLength(1)
    })
  })

  describe('the rows behind a figure', () => {
    test('list visitors newest first, page by page, each once', async () => {
      const store = await open('drilldown-visitors')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      const words = [{ aff_id: '86' }, { aff_id: '' }, { aff_id: '86', sub3: 'c' }, { aff_id: '86' }]
      for (const [n, given] of words.entries())
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT, ...given }))

      const question = { kind: 'page_visit', ...DAY, aff_id: '86' } as const
      const all = await store.drilldown('visitors', question)
      expect(all.rows.map((row) => row.session_uuid)).toEqual([3, 2, 0].map(uuidOf))
      expect(all.next).toBeNull()
      expect(all.rows[1]).toEqual({
        at: AT,
        session_uuid: uuidOf(2),
        version_id: 1,
        path: 'small',
        offer: '',
        aff_id: '86',
        sub1: '',
        sub2: '',
        sub3: 'c',
        ip: '192.0.2.7',
      })

      const first = await store.drilldown('visitors', { ...question, limit: 2 })
      const second = await store.drilldown('visitors', { ...question, limit: 2, before: first.next! })
      expect([...first.rows, ...second.rows]).toEqual(all.rows)
      expect(second.next).toBeNull()

      const ofNone = await store.drilldown('visitors', { ...question, aff_id: '' })
      expect(ofNone.rows.map((row) => row.session_uuid)).toEqual([uuidOf(1)])
    })

    test('add up to their sum, including returns', async () => {
      const store = await open('drilldown-sales')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      await store.openSession(session({ uuid: uuidOf(0), path: 'small', at: AT }))
      const sale = { session_uuid: uuidOf(0), offer: 'claim', source: 'partner', external_id: 'a' }
      await store.sell({ ...sale, cents: 1250, returned: false, at: AT })
      await store.sell({ ...sale, external_id: 'b', cents: 999, returned: false, at: AT })
      await store.sell({ ...sale, cents: 1250, returned: true, at: AT + 1 })

      const { rows, next } = await store.drilldown('sales', { ...DAY, offer: 'claim', version: 1 })
      expect(rows.map((row) => [row.external_id, row.sold, row.revenue])).toEqual([
        ['a', -1, -1250],
        ['b', 1, 999],
        ['a', 1, 1250],
      ])
      expect(next).toBeNull()
      const [summed] = await store.report('sale-by-offer', DAY)
      expect(rows.reduce((sum, row) => sum + row.revenue, 0)).toBe(summed!.revenue)
    })

    test('can be requested by the words of filtered rows', async () => {
      const store = await open('drilldown-rows')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      const words = [
        { aff_id: '86', sub1: 'a' },
        { aff_id: '86', sub1: 'b' },
        { aff_id: '1', sub1: 'b' },
      ]
      for (const [n, given] of words.entries())
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT, ...given }))
      const among = async (columns: ('version' | 'aff_id' | 'sub1')[], values: (string | number)[][]) => {
        const found = await store.drilldown('visitors', {
          kind: 'page_visit',
          ...DAY,
          rows: { columns, values },
        })
        return found.rows.map((row) => row.session_uuid)
      }
      expect(await among(['aff_id'], [['86']])).toEqual([1, 0].map(uuidOf))
      const pairs = [
        [1, '86', 'a'],
        [1, '1', 'b'],
        [2, '86', 'b'],
      ]
      expect(await among(['version', 'aff_id', 'sub1'], pairs)).toEqual([2, 0].map(uuidOf))
      expect(await among(['sub1'], [["b' OR 1=1 --"]])).toEqual([])
    })

    test('are those that the report counts for a rate of certificates', async () => {
      const store = await open('drilldown-consents')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      const ids = [['jornaya_lead_id', 'trustedform_cert_url'], ['jornaya_lead_id'], [], []] as const
      for (const [n, patched] of ids.entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT }))
        for (const id of patched) await store.patchSession(uuidOf(n), id, 'https://cert.example/1')
        await store.track(uuidOf(n), { kind: 'registration', at: AT })
      }
      await store.forgetSession(uuidOf(3))
      const [counted] = await store.report('consent-coverage', { ...DAY, path: null })
      const certificate = { any: 'filled_basic_data' as const, both: 'both' as const }
      for (const of of ['any', 'trustedform_cert_url', 'jornaya_lead_id', 'both'] as const) {
        const { rows } = await store.drilldown('visitors', { kind: 'registration', ...DAY, certificate: of })
        expect(rows).toHaveLength(counted![certificate[of as keyof typeof certificate] ?? of])
      }
    })

    test('are its own entries for the largest lead, and for others of the same amount', async () => {
      const store = await open('drilldown-leads')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      const prices = [[500, 400], [300, 200], [5000], [9000]]
      for (const [n, sold] of prices.entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', at: AT }))
        for (const [i, cents] of sold.entries()) {
          const sale = {
            session_uuid: uuidOf(n),
            offer: 'claim',
            source: 'partner',
            external_id: `${n}-${i}`,
          }
          await store.sell({ ...sale, cents, returned: false, at: AT })
          // The dearest sale was returned.
          if (cents === 9000) await store.sell({ ...sale, cents, returned: true, at: AT + 1 })
        }
      }
      const [stats] = await store.report('sale-stats', DAY)
      const entries = async (leads: 'most_sold' | 'most_earned') =>
        (await store.drilldown('sales', { ...DAY, leads })).rows.map((row) => row.external_id)
      expect([stats!.max_sold, await entries('most_sold')]).toEqual([2, ['1-1', '1-0', '0-1', '0-0']])
      expect([stats!.max_revenue, await entries('most_earned')]).toEqual([5000, ['2-0']])
    })

    test('are the visitors that the report counts for a step, page by page', async () => {
      const store = await open('drilldown-steps')
      await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
      for (const [n, answered] of VISITORS.entries()) {
        await store.openSession(session({ uuid: uuidOf(n), path: 'small', version: 1, at: AT + (n % 2) }))
        for (const [i, submission] of answered.entries())
          await store.appendStep(
            uuidOf(n),
            step({ ...submission, id: uuidOf(100 + i), time_on_step: 1000 * (n + 1), at: AT }),
          )
      }
      const asked = { ...DAY, version: 1, offer: 'claim', step: 'where' }
      const who = async (outcome: 'shown' | 'answered' | 'left' | 'timed', more: object = {}) => {
        const { rows, next } = await store.drilldown('steps', { ...asked, outcome, ...more })
        return { who: rows.map((row) => [Number(row.session_uuid.slice(-2)), row.time_on_step]), next }
      }
      expect(await who('shown')).toEqual({
        who: [
          [3, 4000],
          [4, 5000],
          [2, null],
        ],
        next: null,
      })
      expect(await who('left')).toEqual({ who: [[2, null]], next: null })
      expect(await who('answered')).toEqual({
        who: [
          [3, 4000],
          [4, 5000],
        ],
        next: null,
      })
      expect((await who('timed', { step: 'hurt' })).who).toHaveLength(7)
      const first = await who('shown', { limit: 1 })
      expect(await who('shown', { before: first.next })).toEqual({
        who: [
          [4, 5000],
          [2, null],
        ],
        next: null,
      })
      expect(
        await who('left', {
          offer: undefined,
          step: undefined,
          rows: { columns: ['step'], values: [['hurt']] },
        }),
      ).toEqual({
        who: [
          [1, null],
          [0, null],
        ],
        next: null,
      })
      expect(await who('shown', { version: 2 })).toEqual({ who: [], next: null })
    })
  })
}
