import { expect, test } from 'vitest'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import { advance, begin, type Journey } from '../../src/flow/journey.ts'
import { FATES, fatesOf, leadsOnPath, type KnownOutcome } from '../../src/flow/outcome.ts'
import { outcomeLines } from '../../src/flow/outcomeWords.ts'
import { readFlow, readScript, shownSteps } from '../journeys/walking.ts'
import { formData } from '../../src/author/simulate/script.ts'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import '../../src/texts/languages/everyLanguage.ts'
import { findStep } from '../../src/flow/elements/elements.ts'

const flow = readFlow('class-action-finder')
const course = { flow, origin: { today: '2026-11-20', query: {} } }

/** Journey of a visitor who answered the script's steps before `until`. */
function after(name: string, until: string): Journey {
  const script = readScript(name)
  let [journey] = begin(course)
  for (const id of shownSteps(script)) {
    if (id === until) return journey
    const [offer_key = '', step_key = ''] = id.split('/')
    const step = { offer_key, step_key }
    const data = formData(flow, findStep(flow, step)!, script.answers[id]!)
    ;[journey] = advance(course, journey, { type: 'submit', step, data, timeOnStepMs: 0 })
  }
  throw new Error(`The script ${name} does not come by ${until}.`)
}

const SENT = after('class-action-finder-car-accident', 'wc/hurt_at_work')
const lead = (buyer: string, state: Outcome['leads'][number]['state']) => ({ offer: 'mva', buyer, state })
const read = (journey: Journey, known: KnownOutcome | null) =>
  outcomeLines(flow, fatesOf(leadsOnPath(course, journey), known), known?.not_sold ?? null).map(
    ({ text, note }) => `${text} ${note}`,
  )

test('says only that details are being sent until the server has them', () => {
  expect(leadsOnPath(course, SENT)).toEqual([
    { buyers: ['auto_accident_team'], fate: 'sending', isNew: true },
  ])
  expect(read(SENT, null)).toEqual([
    'Your details are being sent. You asked us to share them with Auto Accident Team.',
  ])
})

test.each<[Outcome['leads'][number]['state'], string]>([
  [
    'due',
    'Your details are on their way to Auto Accident Team. They may contact you once they receive them.',
  ],
  [
    'waiting',
    'Your details are waiting to be sent to Auto Accident Team. You won’t get a call until they’re sent.',
  ],
  [
    'accepted',
    'Auto Accident Team received your details. If this is your first request to them, here’s what happens next: A specialist will call the number you gave, usually within one business day.',
  ],
  ['rejected', 'Auto Accident Team didn’t accept your request. They won’t call you about it.'],
  ['dead', 'Your details didn’t reach Auto Accident Team. They won’t call you about this request.'],
])('describes a lead that is %s', (state, words) => {
  expect(read(SENT, { not_sold: null, leads: [lead('auto_accident_team', state)] })).toEqual([words])
})

test.each<[NonNullable<Outcome['not_sold']>, string]>([
  ['gpc', 'Your browser asks us not to sell them (Global Privacy Control), so you won’t get a call.'],
  ['do_not_sell', 'You asked us not to sell them, so you won’t get a call.'],
  ['request', 'They won’t call you about this request.'],
])(
  'promises nothing to a visitor who isn’t sold because of %s, before and after the server has the lead',
  (why, note) => {
    const kept = [`We saved your details but didn’t share them with Auto Accident Team. ${note}`]
    expect(read(SENT, { not_sold: why, leads: [] })).toEqual(kept)
    expect(read(SENT, { not_sold: why, leads: [lead('auto_accident_team', 'kept')] })).toEqual(kept)
  },
)

test('still says who has the details if the visitor opts out after they were sent', () => {
  expect(read(SENT, { not_sold: 'do_not_sell', leads: [lead('auto_accident_team', 'accepted')] })).toEqual([
    'Auto Accident Team received your details. If this is your first request to them, here’s what happens next: A specialist will call the number you gave, usually within one business day.',
  ])
})

test('says that nothing was shared with a buyer the visitor didn’t agree to', () => {
  const [journey] = begin(course, {
    ...SENT.answers,
    'mva/phone': { phone: '(512) 555-2368' },
  })
  expect(read(journey, null)).toEqual([
    'We didn’t share your details with Auto Accident Team. You didn’t ask us to.',
  ])
})

test('calls a lead new on the screen after the press that sent it, and on no other', () => {
  const next = after('class-action-finder-on-foot-then-at-work', 'wc/date')
  expect(leadsOnPath(course, next).map(({ isNew }) => isNew)).toEqual([false])
})

test('includes a lead that the server has, even if a changed answer took it off the path', () => {
  const [journey] = begin(course)
  expect(read(journey, { not_sold: null, leads: [lead('auto_accident_team', 'due')] })).toEqual([
    'Your details are on their way to Auto Accident Team. They may contact you once they receive them.',
  ])
})

test('names buyers with the same outcome together', () => {
  const fates = new Map([
    ['auto_accident_team', 'due'],
    ['work_injury_team', 'due'],
  ] as const)
  expect(outcomeLines(flow, fates, null)).toMatchObject([
    { text: 'Your details are on their way to Auto Accident Team and Work Injury Team.' },
  ])
})

test.each(FATES)('describes a lead that is %s for two buyers in Spanish without a singular verb', (fate) => {
  const spanish = inLanguage(flow, 'es')
  const words = (...buyers: string[]) =>
    outcomeLines(spanish, new Map(buyers.map((buyer) => [buyer, fate])), null).map(({ text }) => text)
  const [one = ''] = words('lejeune_claims_team')
  const two = one.replace('Lejeune Claims Team', 'Lejeune Claims Team y Roundup Claims Team')
  expect(words('lejeune_claims_team', 'roundup_claims_team')).toEqual([two])
  expect(two).not.toMatch(/Team (?:recibió|ya había|no aceptó)/)
})

test.each([
  [
    { isUnsent: true },
    'We couldn’t send your details to Auto Accident Team. They won’t call you about this request.',
  ],
  [
    { isOffline: true },
    'Your details aren’t sent yet. You’re offline. Keep this page open, and we’ll send them to Auto Accident Team once you’re connected.',
  ],
])('never says that details are being sent when they are not: %j', (known, text) => {
  expect(read(SENT, { leads: [], not_sold: null, ...known })).toEqual([text])
  expect(read(SENT, { leads: [lead('auto_accident_team', 'accepted')], not_sold: null, ...known })).toEqual(
    read(SENT, { leads: [lead('auto_accident_team', 'accepted')], not_sold: null }),
  )
})
