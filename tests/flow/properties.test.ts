import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { flatten } from '../../src/flow/answers/data.ts'
import type { Answers, StepData } from '../../src/flow/answers/stepData.ts'
import { findStep, inputs, leaves, stepId } from '../../src/flow/elements/elements.ts'
import { advance, begin, type Effect, type Journey, type JourneyEvent } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import { judge, standingOf, type Submission } from '../../src/flow/judge.ts'
import type { Fields } from '../../src/flow/answers/fields.ts'
import { flowTexts } from '../../src/flow/languages/flowTexts.ts'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import { allHold } from '../../src/flow/rules.ts'
import { walk } from '../../src/flow/walk.ts'
import { choices, consent, flow, hidden, origin, select, step, SUBMIT, told } from './flows.ts'

/** Answers of steps, each of which has its own field. Rules read the first few fields, so that a changed answer often changes the path. */
const VALUES = ['2', '10']
const LOOKED_AT = 4
const STEPS = 4
const FIELDS = Array.from({ length: 3 * STEPS }, (_, index) => `f${index}`)

const rule: fc.Arbitrary<Rule> = fc.record({
  operator: fc.constantFrom('and', 'or', null),
  conditions: fc.array(
    fc.record({
      field: fc.constantFrom(...FIELDS.slice(0, LOOKED_AT)),
      condition: fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte'),
      arg: fc.constantFrom(...VALUES, 2, null),
    }),
    { maxLength: 2 },
  ),
})

fc.configureGlobal({ numRuns: IN_FULL ? 300 : 100 })

const kinds = ['choice', 'dropdown', 'multi_select', 'consent', 'hidden'] as const

const offers = fc.array(
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), rules: fc.array(rule, { maxLength: 1 }) }), {
    minLength: 1,
    maxLength: STEPS,
  }),
  { minLength: 1, maxLength: 3 },
)

const course: fc.Arbitrary<Course> = fc
  .record({
    offers,
    start: fc.constantFrom('o0', 'o1', 'nowhere'),
    basic: fc.subarray(FIELDS, { maxLength: 2 }),
  })
  .map(({ offers, start, basic }) => ({
    origin: origin({ 'force-start-offer': start }),
    flow: flow(
      Object.fromEntries(
        offers.map((steps, o) => [
          `o${o}`,
          steps.map(({ kind, rules }, s) => asking(kind, `f${o * STEPS + s}`, rules)),
        ]),
      ),
      { ui: { basic_fields: basic } },
    ),
  }))

function asking(kind: (typeof kinds)[number], field: string, display_rules: Rule[]) {
  if (kind === 'hidden')
    return hidden(field, { display_rules, execute_actions: [{ name: 'send_lead', rules: display_rules }] })
  if (kind === 'choice') return step(field, choices(field, ...VALUES), { display_rules })
  if (kind === 'consent') return step(field, [consent(field, 'yes'), SUBMIT], { display_rules })
  return step(field, [select(kind, field, VALUES), SUBMIT], { display_rules })
}

/** Actions of a visitor, in order: answers the current step with the nth value, goes back to the nth answered step, shows the nth step of
 *  all, or clicks. */
const deeds = fc.array(
  fc.record({
    does: fc.constantFrom('answer', 'answer', 'answer', 'answer', 'back', 'back', 'show', 'click'),
    nth: fc.nat(11),
  }),
  { maxLength: 30, size: 'max' },
)

interface Told {
  journey: Journey
  effects: Effect[]
}

/** Journey and effects, at the beginning and after each action. */
function run(at: Course, done: readonly { does: string; nth: number }[]): Told[] {
  const [journey, effects] = begin(at)
  const all: Told[] = [{ journey, effects }]
  for (const { does, nth } of done) {
    const { journey, effects } = all.at(-1)!
    const event = eventOf(at, journey, does, nth)
    if (!event) continue
    const [next, more] = advance(at, journey, event)
    all.push({ journey: next, effects: [...effects, ...more] })
  }
  return all
}

function eventOf(
  { flow }: Course,
  { answers, current }: Journey,
  does: string,
  nth: number,
): JourneyEvent | null {
  if (does === 'click') return { type: 'click' }
  if (does === 'answer')
    return current && { type: 'submit', step: current, data: answerOf(flow, current, nth), timeOnStepMs: nth }
  const steps = stepsOf(flow).filter((step) => does === 'show' || stepId(step) in answers)
  const step = steps[nth % steps.length]
  return step ? { type: 'show', step } : null
}

function stepsOf({ offer_order, ui_config }: Flow) {
  return offer_order.flatMap((offer_key) =>
    ui_config.offers[offer_key]!.steps.map(({ name }) => ({ offer_key, step_key: name })),
  )
}

function answerOf(only: Flow, at: { offer_key: string; step_key: string }, nth: number): StepData {
  const found = findStep(only, at)!
  const value = VALUES[nth % VALUES.length]!
  if (leaves(found.questions).some((element) => 'widget' in element && element.widget === 'consent'))
    return {}
  const many = inputs(found).some(({ widget }) => widget === 'multi_select')
  return {
    [at.step_key]: many ? VALUES.filter((item, index) => item === value || nth & (1 << index)) : value,
  }
}

function submissions(effects: Effect[]): Submission[] {
  return effects.flatMap((effect) =>
    effect.type === 'step' ? [{ ...effect.step, answers: effect.answers }] : [],
  )
}

/** Answers to any steps, on the path or off it. */
const anyAnswers = (only: Flow): fc.Arbitrary<Answers> =>
  fc
    .array(fc.option(fc.nat(11), { nil: undefined }), {
      minLength: stepsOf(only).length,
      maxLength: stepsOf(only).length,
    })
    .map((values) =>
      Object.fromEntries(
        stepsOf(only).flatMap((at, index) => {
          const nth = values[index]
          return nth === undefined ? [] : [[stepId(at), answerOf(only, at, nth)]]
        }),
      ),
    )

const walked = course.chain((at) => fc.record({ at: fc.constant(at), answers: anyAnswers(at.flow) }))

/** Copy of the flow with every text translated to another language. */
function spoken(only: Flow): Flow {
  const words = flowTexts(only).map(({ text }) => [text, `${FOREIGN}${text}`])
  const languages = { default: 'en' as const, es: Object.fromEntries(words) as Record<string, string> }
  return { ...only, ui_config: { ...only.ui_config, languages } }
}
const FOREIGN = 'en español '

describe('in another language', () => {
  test('a flow asks, decides, and sends the same, except that the server accepts a consent only in the language it was shown in', () => {
    fc.assert(
      fc.property(course, deeds, (at, done) => {
        const own = { ...at, flow: spoken(at.flow) }
        const other = { ...at, flow: inLanguage(own.flow, 'es') }
        const [told, toldInSpanish] = [own, other].map((course) => run(course, done).at(-1)!)
        const text = JSON.stringify(toldInSpanish)
        expect(JSON.parse(text.replaceAll(FOREIGN, ''))).toEqual(JSON.parse(JSON.stringify(told)))
        const sent = submissions(toldInSpanish!.effects).map((each) => ({ ...each, language: 'es' as const }))
        expect(standingOf(own, sent).answers).toEqual(toldInSpanish!.journey.answers)
        for (const [index, submission] of sent.entries()) {
          const standing = standingOf(own, sent.slice(0, index))
          const judged = (in_: Course) => judge(in_, standing, submission).ok
          const agrees = submission.answers.some(({ raw_data }) => raw_data.startsWith(FOREIGN))
          if (judged(other)) expect(judged(own)).toBe(!agrees)
        }
      }),
    )
  })
})

describe('the walk', () => {
  test('ends, passes each step at most once and in order, and stops at the first unanswered step', () => {
    fc.assert(
      fc.property(walked, ({ at, answers }) => {
        const { trail, current } = walk(at.flow, at.origin, answers)
        const order = stepsOf(at.flow).map(stepId)
        const places = trail.map((stop) => order.indexOf(stepId(stop)))
        expect(places).toEqual(places.map((_, index) => places[0]! + index))
        const open = trail.filter((stop) => stop.kind === 'shown' && !answers[stepId(stop)])
        expect(open).toEqual(current ? [current] : [])
        if (current) expect(trail.at(-1)).toBe(current)
        else expect(places.at(-1)).toBe(order.length - 1)
      }),
    )
  })

  test('shows no step whose rules fail, and skips none whose rules hold', () => {
    fc.assert(
      fc.property(walked, ({ at, answers }) => {
        let known: Fields = {}
        for (const stop of walk(at.flow, at.origin, answers).trail) {
          expect(stop.kind !== 'skipped').toBe(allHold(stop.step.display_rules, known))
          if (stop.kind !== 'skipped') known = { ...known, ...flatten(answers[stepId(stop)] ?? {}) }
        }
      }),
    )
  })

  test('doesn’t depend on the order of the answers or of a step’s fields', () => {
    fc.assert(
      fc.property(walked, fc.infiniteStream(fc.nat()), ({ at, answers }, keys) => {
        const shuffled = shuffle(
          Object.fromEntries(
            Object.entries(answers).map(([id, data]) => [id, shuffle({ ...data, extra: 'x' }, keys)]),
          ),
          keys,
        )
        const plain = Object.fromEntries(
          Object.entries(answers).map(([id, data]) => [id, { ...data, extra: 'x' }]),
        )
        expect(walk(at.flow, at.origin, shuffled)).toEqual(walk(at.flow, at.origin, plain))
      }),
    )
  })
})

function shuffle<T>(record: Record<string, T>, keys: Iterator<number>): Record<string, T> {
  const placed = Object.entries(record).map((entry) => [Number(keys.next().value), entry] as const)
  return Object.fromEntries(placed.sort(([a], [b]) => a - b).map(([, entry]) => entry))
}

describe('the journey', () => {
  test('is at the same step as the walk of its answers, unless the visitor went back', () => {
    fc.assert(
      fc.property(course, deeds, (at, done) => {
        const { journey } = run(
          at,
          done.filter(({ does }) => does === 'answer' || does === 'click'),
        ).at(-1)!
        const { current } = walk(at.flow, at.origin, journey.answers)
        expect(journey.current && stepId(journey.current)).toBe(current && stepId(current))
      }),
    )
  })

  test('always shows a step of the walk, and has no answers of skipped steps', () => {
    fc.assert(
      fc.property(course, deeds, (at, done) => {
        for (const { journey } of run(at, done)) {
          const { trail } = walk(at.flow, at.origin, journey.answers)
          const kinds = Object.fromEntries(trail.map((stop) => [stepId(stop), stop.kind]))
          if (journey.current) expect(kinds[stepId(journey.current)]).toBe('shown')
          for (const id of Object.keys(journey.answers)) expect(kinds[id]).not.toBe('skipped')
        }
      }),
    )
  })

  test('sends a visit, each impression, and the completed basic fields at most once, and never loses progress', () => {
    fc.assert(
      fc.property(course, deeds, (at, done) => {
        const all = run(at, done)
        const marks = all
          .at(-1)!
          .effects.map(told)
          .filter((line) => !line.startsWith('step'))
        expect(marks).toEqual([...new Set(marks)])
        expect(marks.includes('visit')).toBe(done.some(({ does }) => does === 'click'))
        const seen = all.map(({ journey }) => journey.progress)
        expect(seen).toEqual(seen.toSorted((a, b) => a - b))
        expect(seen.every((part) => part >= 0 && part <= 1)).toBe(true)
      }),
    )
  })

  test('is accepted step by step by the server, with the same actions due', () => {
    fc.assert(
      fc.property(course, deeds, (at, done) => {
        const { effects } = run(at, done).at(-1)!
        const told = submissions(effects)
        const verdicts = told.map((one, n) => judge(at, standingOf(at, told.slice(0, n)), one))
        const standings = told.map((_, n) => standingOf(at, told.slice(0, n + 1)))
        const actions = effects.flatMap((effect) => (effect.type === 'step' ? [effect.execute_actions] : []))
        expect(verdicts).toEqual(
          actions.map((due, n) => ({
            ok: true,
            step: findStep(at.flow, told[n]!),
            data: expect.anything(),
            actions: due.map((name) => expect.objectContaining({ name })),
            after: standings[n],
          })),
        )
      }),
    )
  })

  test('equals the sum of its recorded submissions at every moment', () => {
    fc.assert(
      fc.property(course, deeds, (at, done) => {
        for (const { journey, effects } of run(at, done)) {
          const { answers, current } = standingOf(at, submissions(effects))
          expect(answers).toEqual(journey.answers)
          // A journey walks on from where it was, and the walk from the start gets to the same place.
          expect(current).toEqual(walk(at.flow, at.origin, answers).current)
          // A visitor who went back and hasn't come forward again continues at the first step without an answer; hidden steps are passed.
          expect(begin(at, answers)[0].answers).toMatchObject(answers)
        }
      }),
    )
  })
})

test('refuses a submission if one of its answers couldn’t come from the step', () => {
  fc.assert(
    fc.property(course, deeds, fc.nat(), (at, done, which) => {
      const told = submissions(run(at, done).at(-1)!.effects)
      const answered = told.flatMap((one, n) => (one.answers.length > 0 ? [n] : []))
      fc.pre(answered.length > 0)
      const n = answered[which % answered.length]!
      const [first, ...rest] = told[n]!.answers
      for (const forged of [
        [{ ...first!, raw_data: 'forged' }, ...rest],
        [{ ...first!, answer_key: `${first!.answer_key}.9` }, ...rest],
        [first!, first!, ...rest],
      ])
        expect(judge(at, standingOf(at, told.slice(0, n)), { ...told[n]!, answers: forged }).ok).toBe(false)
    }),
  )
})

test('a step’s flattened data has no empty values', () => {
  const value = fc.oneof(fc.constantFrom('', 'x', undefined), fc.array(fc.constant('x'), { maxLength: 2 }))
  const data = fc.dictionary(
    fc.constantFrom('a', 'b', 'valueOf'),
    fc.oneof(value, fc.record({ c: fc.string() })),
  )
  fc.assert(
    fc.property(data, (given) => {
      expect(Object.values(flatten(given as StepData)).filter((item) => item.length === 0)).toEqual([])
    }),
  )
})
