import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import {
  FIRST,
  LIFE,
  moved,
  moveSql,
  setSql,
  stageOf,
  STAGES,
  type LifeColumns,
  type LifeEvent,
  type Move,
  type Stage,
} from '../../src/store/kernel/deliveryLife.ts'

const EVENTS = Object.keys(LIFE) as LifeEvent[]
const ALL_STAGES = Object.keys(STAGES) as Stage[]
const moveOf = (event: LifeEvent, stage: Stage) => (LIFE[event] as Partial<Record<Stage, Move>>)[stage]

const GIVEN = {
  due_at: 2,
  placed_at: 3,
  placed_cents: 900,
  insisted: true,
  held: 'full',
  held_since: 4,
  held_message: 'Waits.',
  duplicate_of: 5,
} as const

const NEW: LifeColumns = {
  state: FIRST.state,
  under_way: FIRST.under_way,
  attempts: 0,
  due_at: 1,
  placed_at: null,
  placed_cents: 0,
  unsure: false,
  insisted: false,
  held: null,
  held_since: null,
  held_message: null,
  duplicate_of: null,
}

interface Step {
  before: LifeColumns
  event: LifeEvent
  after: LifeColumns
  effects: string[]
}

/** Columns as a test compares them; two attempts are as good as more. */
const keyOf = ({ attempts, ...columns }: LifeColumns) =>
  JSON.stringify({ ...columns, attempts: Math.min(attempts, 2) })

/** Every combination of columns that events lead to, and each event in each of them. */
const { reached, steps } = (() => {
  const known = new Map([[keyOf(NEW), NEW]])
  const steps: Step[] = []
  for (const before of known.values())
    for (const event of EVENTS) {
      const move = moved(before, event, GIVEN)
      if (!move) continue
      steps.push({ before, event, after: move.columns, effects: move.effects })
      const key = keyOf(move.columns)
      if (!known.has(key)) known.set(key, move.columns)
    }
  return { reached: [...known.values()], steps }
})()

/** Effects besides those on what operators settle. */
const ours = (effects: readonly string[]) =>
  effects.filter((effect) => !['askOperator', 'settled'].includes(effect)).join()

const isOver = (state: string) => ['accepted', 'duplicate', 'rejected', 'dead', 'suppressed'].includes(state)

describe('the columns of a delivery', () => {
  test.each<[string, (columns: LifeColumns) => boolean]>([
    [
      'it is due at a time exactly while its state is due',
      (c) => (c.due_at !== null) === (c.state === 'due'),
    ],
    ['it is in flight only after an attempt began', (c) => !c.under_way || c.attempts > 0],
    [
      'in flight, it is due, or was accepted or suppressed meanwhile',
      (c) => !c.under_way || ['due', 'accepted', 'suppressed'].includes(c.state),
    ],
    ['in flight, it does not wait', (c) => !c.under_way || c.held === null],
    [
      'it has a reason to wait or to be unsent, with a time and a sentence, or none of the three',
      (c) => (c.held === null) === (c.held_since === null) && (c.held === null) === (c.held_message === null),
    ],
    ['accepted, it neither waits nor was unsent', (c) => c.state !== 'accepted' || c.held === null],
    [
      'accepted, it has a place, and there is no doubt',
      (c) => c.state !== 'accepted' || (c.placed_at !== null && !c.unsure),
    ],
    ['in doubt, it keeps its place', (c) => !c.unsure || c.placed_at !== null],
    ['without a place, it costs nothing', (c) => c.placed_at !== null || c.placed_cents === 0],
    [
      'it has a place only if it was accepted, is in flight or is in doubt',
      (c) => c.placed_at === null || c.state === 'accepted' || c.under_way || c.unsure,
    ],
    [
      'rejected, or a duplicate, it is in no doubt',
      (c) => !['rejected', 'duplicate'].includes(c.state) || !c.unsure,
    ],
    [
      'it names another delivery only as a duplicate, or as one that was forgotten',
      (c) => c.duplicate_of === null || c.state === 'duplicate' || c.state === 'suppressed',
    ],
    [
      'before its first attempt, it has no place, unless it was accepted',
      (c) => c.attempts > 0 || c.state === 'accepted' || c.unsure || c.placed_at === null,
    ],
  ])('agree: %s', (sentence, holds) => {
    expect(reached.filter((columns) => !holds(columns))).toEqual([])
  })

  test('reach every stage, and no invalid combination', () => {
    expect(new Set(reached.map(stageOf))).toEqual(new Set(ALL_STAGES))
    expect(reached.length).toBeGreaterThan(60)
    expect(() => stageOf({ ...NEW, state: 'rejected', under_way: true })).toThrow(
      'A delivery is rejected and in flight.',
    )
  })

  test('change only by events with the values they set', () => {
    for (const event of EVENTS)
      for (const before of reached) {
        const move = moveOf(event, stageOf(before))
        const needs = ['wait', 'hold', 'mark', 'insist', 'takePlace'] as const
        if (move?.does.some((effect) => (needs as readonly string[]).includes(effect)))
          expect(() => moved(before, event, {}), event).toThrow('An event of a delivery has no')
      }
  })
})

describe('an event of a delivery', () => {
  const stagesWith = (event: LifeEvent) => Object.keys(LIFE[event]).sort()
  const IN_FLIGHT = ['acceptedSending', 'sending', 'suppressedSending']

  test('is refused in a stage that the table doesn’t name, and changes nothing', () => {
    for (const event of EVENTS)
      for (const before of reached) {
        const copy = { ...before }
        expect(moved(before, event, GIVEN) !== null).toBe(moveOf(event, stageOf(before)) !== undefined)
        expect(before).toEqual(copy)
      }
  })

  test.each(['heldBack', 'queued', 'turnedAway', 'lost', 'waitedTooLong'] as const)(
    'sets the current reason for waiting or ending unsent, not an earlier one: %s',
    (event) => {
      const earlier = { held: 'paused', held_since: 1, held_message: 'Paused.', due_at: 9 } as const
      const now = { held: 'full', held_since: 4, held_message: 'Waits.' }
      const waiting = reached.filter((columns) => columns.state === 'due')
      for (const before of waiting) {
        const move = moved(before.held === null ? before : { ...before, ...earlier }, event, GIVEN)
        if (!move) continue
        expect(move.columns).toMatchObject({ ...now, due_at: move.columns.state === 'due' ? 2 : null })
      }
    },
  )

  test.each([
    'posted',
    'bidTaken',
    'bidReserved',
    'bought',
    'boughtAsTest',
    'boughtLate',
    'boughtLateAsTest',
    'confirmed',
    'priced',
  ] as const)('makes the place cost what comes with it: %s', (event) => {
    for (const before of reached) {
      const placed_cents = before.placed_at === null ? 0 : 700
      const move = moved({ ...before, placed_cents }, event, GIVEN)
      if (move) expect(move.columns.placed_cents).toBe(900)
    }
  })

  test.each<[string, LifeEvent[], string[]]>([
    ['an attempt begins', ['posted', 'asked'], ['due', 'held']],
    ['a bid is taken', ['bidTaken', 'bidReserved'], ['sending']],
    [
      'an attempt ends',
      [
        'bought',
        'boughtAsTest',
        'refused',
        'pingRefused',
        'calledDuplicate',
        'postponed',
        'unheard',
        'givenUp',
        'givenUpUnheard',
        'lapsed',
      ],
      IN_FLIGHT,
    ],
    [
      'it is sold late, or its visitor forgotten',
      ['boughtLate', 'boughtLateAsTest', 'forgotten'],
      ALL_STAGES.toSorted(),
    ],
    ['it is sent again', ['replayed'], ['dead', 'duplicate', 'rejected']],
    ['an operator settles it', ['confirmed', 'denied'], ['probablySold', 'suppressedInDoubt']],
    ['an operator takes that back', ['unconfirmed'], ['accepted']],
    ['room is made', ['roomMade'], ['held']],
    ['the consent is taken back', ['consentRefused'], ['dead', 'due', 'held', 'probablySold', 'sending']],
    [
      'the lead is given again',
      ['kept'],
      ['due', 'held', 'suppressed', 'suppressedInDoubt', 'suppressedSending'],
    ],
    ['the other one is not sold', ['otherUnsold'], ['duplicate']],
  ])('%s only in its stages', (what, events, stages) => {
    for (const event of events) expect(stagesWith(event), event).toEqual(stages)
  })

  test.each<[string, (step: Step) => boolean]>([
    [
      'an accepted delivery stays accepted, unless an operator takes back that it was bought',
      ({ before, event, after }) =>
        before.state !== 'accepted' || after.state === (event === 'unconfirmed' ? 'dead' : 'accepted'),
    ],
    [
      'an accepted delivery keeps its place, counted once since the same time',
      ({ before, after }) => before.state !== 'accepted' || after.placed_at === before.placed_at,
    ],
    [
      'an accepted delivery’s person stays sold',
      ({ before, effects }) => before.state !== 'accepted' || !effects.includes('unsold'),
    ],
    [
      'only a lead given again, another one unsold, or an operator makes due what was over',
      ({ before, event, after }) =>
        !isOver(before.state) || after.state !== 'due' || ['kept', 'otherUnsold', 'replayed'].includes(event),
    ],
    [
      'a suppressed delivery is sold by an earlier post or given again, and else stays suppressed',
      ({ before, event, after }) =>
        before.state !== 'suppressed' ||
        after.state === 'suppressed' ||
        event === 'kept' ||
        (after.state === 'accepted' && (event.startsWith('bought') || event === 'confirmed')),
    ],
    [
      'only the word of the buyer or an operator ends a doubt',
      ({ before, event, after }) =>
        !before.unsure ||
        after.unsure ||
        [
          'bought',
          'boughtAsTest',
          'boughtLate',
          'boughtLateAsTest',
          'refused',
          'confirmed',
          'denied',
        ].includes(event),
    ],
    [
      'only an answer that was not heard, or an operator, begins a doubt',
      ({ before, event, after }) =>
        before.unsure ||
        !after.unsure ||
        ['unheard', 'givenUpUnheard', 'lapsed', 'unconfirmed'].includes(event),
    ],
    ['a doubt keeps the place', ({ after }) => !after.unsure || after.placed_at !== null],
    ['a doubt keeps the person sold', ({ after, effects }) => !after.unsure || !effects.includes('unsold')],
    [
      'what is over in doubt is not sent again before it is settled',
      ({ before, after }) =>
        !before.unsure || !isOver(before.state) || before.under_way || after.state !== 'due',
    ],
    [
      'an operator is asked exactly while it is over and in doubt',
      ({ before, after, effects }) => {
        const asks = (c: LifeColumns) => c.unsure && isOver(c.state) && !c.under_way
        const said = effects.filter((effect) => ['askOperator', 'settled'].includes(effect)).join()
        if (asks(before) === asks(after)) return said === ''
        return said === (asks(after) ? 'askOperator' : 'settled')
      },
    ],
    [
      'an operator who confirms sells it once, and one who denies frees its place',
      ({ event, after }) =>
        (event !== 'confirmed' || (after.state === 'accepted' && after.placed_cents === 900)) &&
        (event !== 'denied' || (after.placed_at === null && after.state !== 'accepted')),
    ],
    [
      'attempts are counted when one begins or is called off before it',
      ({ before, event, after }) =>
        after.attempts - before.attempts ===
        Number(
          ['posted', 'asked'].includes(event) ||
            (['optedOut', 'ownDuplicate'].includes(event) && !before.under_way),
        ),
    ],
    [
      'a post takes a place at its own price',
      ({ event, after }) => event !== 'posted' || after.placed_cents === 900,
    ],
    [
      'a question takes none',
      ({ before, event, after }) => event !== 'asked' || after.placed_at === before.placed_at,
    ],
    [
      'a taken bid moves the place to now',
      ({ event, after }) => !['bidTaken', 'bidReserved'].includes(event) || after.placed_at === 3,
    ],
    [
      'a post or a taken bid counts as sold until it ends',
      ({ event, effects }) => !['posted', 'bidTaken'].includes(event) || ours(effects) === 'sold',
    ],
    [
      'the end of an attempt says whether the person counts as sold',
      ({ before, event, after, effects }) => {
        const isResult = stagesWith(event).join() === IN_FLIGHT.join() && event !== 'lapsed'
        const isSold =
          before.state === 'accepted' || ['bought', 'postponed', 'unheard'].includes(event)
            ? ',sold'
            : ',unsold'
        const isKept = after.unsure && !isSold.includes(',sold')
        return !isResult || ours(effects) === `wakeOthers${isKept ? '' : isSold}`
      },
    ],
    [
      'a late sale counts as sold, a late test only if it was sold before',
      ({ before, event, effects }) => {
        if (!event.startsWith('boughtLate')) return true
        const isSold = event === 'boughtLate' || before.state === 'accepted'
        return ours(effects) === `wakeOthers,${isSold ? 'sold' : 'unsold'}`
      },
    ],
    [
      'what ends without a post wakes the others and is unsold',
      ({ before, event, effects }) =>
        !['optedOut', 'ownDuplicate'].includes(event) ||
        before.state === 'accepted' ||
        ours(effects) === (before.unsure ? 'wakeOthers' : 'wakeOthers,unsold'),
    ],
    [
      'what another buyer has wakes nobody',
      ({ before, event, effects }) => event !== 'lost' || ours(effects) === (before.unsure ? '' : 'unsold'),
    ],
    [
      'what is turned away in doubt stays sold',
      ({ before, event, effects }) =>
        event !== 'turnedAway' ||
        before.state === 'accepted' ||
        ours(effects) === (before.unsure ? 'wakeOthers' : 'wakeOthers,unsold'),
    ],
    [
      'what is held back wakes the others',
      ({ before, event, effects }) =>
        event !== 'heldBack' || ours(effects) === (before.state === 'accepted' ? '' : 'wakeOthers'),
    ],
    [
      'what waits, is woken, suppressed or sent again has no other effect',
      ({ event, effects }) =>
        ![
          'kept',
          'asked',
          'bidReserved',
          'queued',
          'lapsed',
          'roomMade',
          'consentRefused',
          'forgotten',
          'otherUnsold',
          'replayed',
        ].includes(event) || ours(effects) === '',
    ],
  ])('keeps its promises: %s', (sentence, holds) => {
    expect(steps.filter((step) => !holds(step))).toEqual([])
  })

  test.each<[LifeEvent, Partial<Record<Stage, [certain: Stage, inDoubt?: Stage]>>]>([
    ['posted', { due: ['sending'], held: ['sending'] }],
    ['refused', { sending: ['rejected'], suppressedSending: ['suppressed'] }],
    [
      'pingRefused',
      { sending: ['rejected', 'probablySold'], suppressedSending: ['suppressed', 'suppressedInDoubt'] },
    ],
    ['calledDuplicate', { sending: ['duplicate', 'probablySold'] }],
    ['postponed', { sending: ['due'], suppressedSending: ['suppressed', 'suppressedInDoubt'] }],
    ['unheard', { sending: ['due'] }],
    ['givenUp', { sending: ['dead', 'probablySold'] }],
    ['optedOut', { due: ['suppressed', 'suppressedInDoubt'] }],
    ['ownDuplicate', { due: ['duplicate', 'probablySold'] }],
    ['lost', { held: ['rejected', 'probablySold'] }],
    ['confirmed', { probablySold: ['accepted'], suppressedInDoubt: ['accepted'] }],
    ['denied', { probablySold: ['rejected'], suppressedInDoubt: ['suppressed'] }],
    ['bought', { sending: ['accepted'], suppressedSending: ['accepted'] }],
    ['heldBack', { due: ['held'], sending: ['held'] }],
    ['turnedAway', { due: ['rejected', 'probablySold'], sending: ['rejected', 'probablySold'] }],
    ['lapsed', { sending: ['due'] }],
  ])('%s leads to the expected stage', (event, expected) => {
    for (const [stage, [certain, inDoubt = certain]] of Object.entries(expected))
      for (const { before, after } of steps.filter(
        (step) => step.event === event && stageOf(step.before) === stage,
      ))
        expect(stageOf(after)).toBe(before.unsure ? inDoubt : certain)
  })
})

describe('SQL for several deliveries', () => {
  const together = ['kept', 'roomMade', 'consentRefused', 'forgotten', 'otherUnsold', 'replayed'] as const

  test.each(together)('does what the table says for each: %s', (event) => {
    const database = new DatabaseSync(':memory:')
    const columns = Object.keys(NEW) as (keyof LifeColumns)[]
    database.exec(`CREATE TABLE outbox (${columns.join(', ')})`)
    const cell = (value: unknown) =>
      typeof value === 'boolean' ? Number(value) : (value as string | number | null)
    const add = database.prepare(`INSERT INTO outbox VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of reached) add.run(...columns.map((column) => cell(row[column])))
    const { assignments, condition } = moveSql(event, { due_at: '2', insisted: '1' })
    database.exec(`UPDATE outbox SET ${setSql(assignments)} WHERE ${condition}`)
    const rows = database.prepare(`SELECT ${columns.join(', ')} FROM outbox ORDER BY rowid`).all()
    database.close()
    for (const [n, before] of reached.entries()) {
      const after = moved(before, event, GIVEN)?.columns ?? before
      expect({ ...rows[n] }, JSON.stringify(before)).toEqual(
        Object.fromEntries(columns.map((column) => [column, cell(after[column])])),
      )
    }
  })

  test('isn’t possible for an event that does more than set columns', () => {
    for (const event of EVENTS.filter((event) => !(together as readonly string[]).includes(event)))
      expect(() => moveSql(event, {}), event).toThrow('No SQL for several deliveries')
  })
})

describe('the drawing in docs/architecture.md', () => {
  const drawing = /```mermaid\nstateDiagram-v2\n([^]*?)```/.exec(
    readFileSync('docs/architecture.md', 'utf8'),
  )![1]!
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  /** Events that every stage takes: a sentence below the drawing describes them. */
  const EVERYWHERE: LifeEvent[] = ['boughtLate', 'boughtLateAsTest', 'forgotten']

  test('has exactly the arrows of the table', () => {
    const labels = new Map<string, Set<string>>()
    for (const event of EVENTS.filter((event) => !EVERYWHERE.includes(event)))
      for (const step of steps.filter((step) => step.event === event)) {
        const [stage, to] = [stageOf(step.before), stageOf(step.after)]
        if (to !== stage)
          labels.set(`${stage} --> ${to}`, (labels.get(`${stage} --> ${to}`) ?? new Set()).add(words(event)))
      }
    const arrows = [...labels].map(
      ([arrow, events]) => `  ${arrow}: ${events.size > 8 ? 'the attempt ends' : [...events].join(', ')}`,
    )
    expect(drawing.split('\n').filter((line) => line.includes('-->'))).toEqual([
      `  [*] --> ${stageOf(NEW)}`,
      ...arrows.toSorted(),
    ])
  })
})
