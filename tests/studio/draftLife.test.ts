import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  DRAFT_LIFE,
  isInFlight,
  moved,
  opened,
  STAGES,
  type DraftEvent,
  type DraftMemory,
  type Effect,
  type Given,
  type Move,
  type SideEffect,
  type Stage,
} from '../../src/studio/drafts/saving/draftLife.ts'

const EVENTS = Object.keys(DRAFT_LIFE) as DraftEvent[]
const ALL_STAGES = Object.keys(STAGES) as Stage[]
const moveOf = (event: DraftEvent, stage: Stage) => (DRAFT_LIFE[event] as Partial<Record<Stage, Move>>)[stage]

const LINE = { path: 'site', based_on: 1, saved_by: 'ada', saved_at: 0 }
const FIRST = { ...LINE, revision: 1, text: 'first', good: null, files: [] }
const GIVEN = {
  text: 'typed',
  line: { ...LINE, revision: 2 },
  theirs: { ...LINE, revision: 3, text: 'theirs', good: null, files: [] },
  reason: 'because',
} satisfies Given

interface Step {
  before: DraftMemory
  event: DraftEvent
  after: DraftMemory
  effects: SideEffect[]
}

/** Memory as a test compares it; two lost responses are as good as more. */
const keyOf = (memory: DraftMemory) => JSON.stringify({ ...memory, unheard: memory.unheard.slice(0, 2) })

/** Every memory that events lead to, and each event in each of them. A page opens with a text of an earlier visit, or without. */
const { reached, steps } = (() => {
  const begun = [opened(FIRST, null), opened(FIRST, { text: 'found', revision: 1 })]
  const known = new Map(begun.map((memory) => [keyOf(memory), memory]))
  const steps: Step[] = []
  for (const before of known.values())
    for (const event of EVENTS) {
      // A page that opens with a text asks first what it is based on.
      if (before.isRestored && before.stage === 'saved' && !event.startsWith('restored')) continue
      if (event.startsWith('restored') && !before.isRestored) continue
      const move = moved(before, event, GIVEN)
      if (!move) continue
      steps.push({ before, event, after: move.memory, effects: move.effects })
      if (!known.has(keyOf(move.memory))) known.set(keyOf(move.memory), move.memory)
    }
  return { reached: [...known.values()].filter((memory) => !begun.includes(memory)), steps }
})()

const seenIn = ({ stage }: DraftMemory) => STAGES[stage]

describe('the known facts about a text', () => {
  test.each<[string, (memory: DraftMemory) => boolean]>([
    ['it is saved only if the server has it', (m) => seenIn(m) !== 'saved' || m.typed === m.base],
    ['on its way, it is what was typed last', (m) => m.stage !== 'saving' || m.sent === m.typed],
    ['there is another text only in a conflict', (m) => (m.theirs !== null) === (m.stage === 'conflict')],
    [
      'there is a reason wherever a person has to wait or act, and only there',
      (m) =>
        m.stage === 'conflict'
          ? m.reason === null
          : (m.reason !== null) === ['away', 'refused', 'conflictUnread'].includes(m.stage),
    ],
    ['saved, it isn’t one of an earlier visit', (m) => seenIn(m) !== 'saved' || !m.isRestored],
    ['saved, no request has failed', (m) => seenIn(m) !== 'saved' || m.retryMs + m.unheard.length === 0],
    [
      'unless the server responds, it waits from one second to thirty',
      (m) => m.stage !== 'away' || (m.retryMs >= 1000 && m.retryMs <= 30_000 && m.unheard.length > 0),
    ],
  ])('agrees: %s', (sentence, holds) => {
    expect(reached.filter((memory) => !holds(memory))).toEqual([])
  })

  test('reaches every stage', () => {
    expect(new Set(reached.map(({ stage }) => stage))).toEqual(new Set(ALL_STAGES))
  })

  test('begins with the server’s text, or with the one found in the browser', () => {
    expect(opened(FIRST, null)).toMatchObject({ typed: 'first', line: { revision: 1 }, isRestored: false })
    expect(opened({ ...FIRST, revision: 5 }, { text: 'found', revision: 4 })).toMatchObject({
      typed: 'found',
      base: 'first',
      line: { revision: 4 },
      isRestored: true,
    })
  })

  test('waits twice as long each time the server doesn’t respond, and resets once it does', () => {
    let memory = opened(FIRST, null)
    const on = (event: DraftEvent) => (memory = moved(memory, event, GIVEN)!.memory)
    on('typed')
    const waits = [1, 2, 3, 4, 5, 6, 7].map(() => (on('saveAsked'), on('unheard').retryMs))
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    on('saveAsked')
    expect(on('textSaved').retryMs).toBe(0)
  })
})

describe('an event of a draft', () => {
  test('is ignored in a stage that the table doesn’t name, and changes nothing', () => {
    const wrong = reached.flatMap((before) => {
      const copy = JSON.stringify(before)
      return EVENTS.filter(
        (event) =>
          (moved(before, event, GIVEN) === null) !== (moveOf(event, before.stage) === undefined) ||
          JSON.stringify(before) !== copy,
      )
    })
    expect(wrong).toEqual([])
  })

  test('is refused without its values', () => {
    const needs: Effect[] = ['type', 'adopt', 'rebase', 'note', 'explain', 'show']
    for (const { before, event } of steps)
      if (moveOf(event, before.stage)!.does.some((effect) => needs.includes(effect)))
        expect(() => moved(before, event, {}), event).toThrow('An event of a draft has no')
  })

  const all = ALL_STAGES.toSorted()
  const TEXT_ON_ITS_WAY = ['saving', 'savingOlder']
  test.each<[string, DraftEvent[], string[]]>([
    ['the author types in any stage', ['typed'], all],
    ['a text is sent where none is on its way', ['saveAsked'], ['away', 'refused', 'unsaved']],
    [
      'the server responds to a text',
      ['textSaved', 'unheard', 'textRefused', 'overtaken', 'textUnchanged', 'textChanged', 'unread'],
      TEXT_ON_ITS_WAY,
    ],
    ['the server responds to a file', ['fileSaved', 'fileFailed'], ['fileFirst', 'savingFile']],
    ['a file is sent once the text is saved', ['fileSent'], ['saved']],
    ['a page looks where nothing is on its way', ['looked'], ['away', 'conflict', 'conflictUnread', 'saved']],
    [
      'a later save counts where no typed text is at stake',
      ['laterFound'],
      ['conflict', 'conflictUnread', 'saved'],
    ],
    ['the author decides on what can be seen', ['theirsTaken', 'theirsReplaced'], ['conflict']],
    ['a text is restored when a page opens', ['restored', 'restoredBehind'], ['saved']],
  ])('%s', (what, events, stages) => {
    for (const event of events) expect(Object.keys(DRAFT_LIFE[event]).toSorted(), event).toEqual(stages)
  })

  test.each<[string, (step: Step) => boolean]>([
    [
      'the typed text is taken, and stored in the browser soon',
      ({ event, after, effects }) =>
        event !== 'typed' || (after.typed === GIVEN.text && effects.includes('keepSoon')),
    ],
    [
      'nothing but typing changes an unsaved text, unless its author gives it up',
      ({ before, event, after }) =>
        event === 'typed' ||
        event === 'theirsTaken' ||
        seenIn(before) === 'saved' ||
        after.typed === before.typed,
    ],
    [
      'another text is shown if and only if it is the typed text from now on',
      ({ before, event, after, effects }) =>
        effects.includes('show') === (after.typed === 'theirs' && event !== 'typed') ||
        after.typed === before.typed,
    ],
    [
      'it is dropped in the browser exactly when it becomes saved',
      ({ before, event, after, effects }) =>
        effects.includes('drop') ===
        (seenIn(after) === 'saved' &&
          (seenIn(before) !== 'saved' || (event === 'laterFound' && effects.includes('show')))),
    ],
    [
      'unsaved, it is sent before long, or follows a request',
      ({ after, effects }) =>
        after.stage !== 'unsaved' || effects.some((effect) => ['saveNow', 'saveSoon'].includes(effect)),
    ],
    ['unheard, it is retried', ({ after, effects }) => after.stage !== 'away' || effects.includes('retry')],
    [
      'only one request is on its way, and each stage that waits for one has one',
      ({ before, event, after, effects }) => {
        const begins = effects.filter((effect) => effect === 'send' || effect === 'compare').length
        const follows = isInFlight(before.stage) && begins === 0
        if (!isInFlight(after.stage)) return begins === 0
        return event === 'fileSent' || (event === 'typed' && follows) || begins === 1
      },
    ],
    [
      'it is stored at once when a request fails',
      ({ event, effects }) =>
        !['unheard', 'textRefused', 'overtaken'].includes(event) || effects.includes('keep'),
    ],
    [
      'other tabs are told of every save, and of nothing else',
      ({ event, effects }) => effects.includes('tell') === ['textSaved', 'fileSaved'].includes(event),
    ],
    [
      'what is sent is what was typed',
      ({ after, effects }) => !effects.includes('send') || after.sent === after.typed,
    ],
    [
      'a text that is sent again after a comparison, or in place of another, is based on what was read',
      ({ event, after, effects }) =>
        !['textUnchanged', 'theirsReplaced'].includes(event) ||
        (effects.join() === 'send' &&
          after.stage === 'saving' &&
          after.base === 'theirs' &&
          after.line.revision === GIVEN.theirs.revision),
    ],
    [
      'what someone else saved is replaced only if its text is the one that this one is based on, or its author agreed',
      ({ before, event, after }) =>
        after.line.revision <= before.line.revision ||
        after.line.revision === GIVEN.line.revision ||
        ['textUnchanged', 'theirsReplaced', 'theirsTaken', 'laterFound'].includes(event),
    ],
    [
      'a saved text is based on its own save',
      ({ event, after }) =>
        !['textSaved', 'fileSaved'].includes(event) || after.line.revision === GIVEN.line.revision,
    ],
    [
      'a page that looks asks the server',
      ({ event, effects }) => event !== 'looked' || effects.includes('read') || effects.includes('send'),
    ],
    [
      'a failed file lets what was typed go first, or checks for others',
      ({ before, event, effects }) =>
        event !== 'fileFailed' || effects.join() === (before.stage === 'fileFirst' ? 'saveNow' : 'read'),
    ],
  ])('keeps its promises: %s', (sentence, holds) => {
    expect(steps.filter((step) => !holds(step))).toEqual([])
  })

  test.each<[DraftEvent, Partial<Record<Stage, Stage>>]>([
    ['saveAsked', { unsaved: 'saving', away: 'saving', refused: 'saving' }],
    ['textSaved', { saving: 'saved', savingOlder: 'unsaved' }],
    ['unheard', { saving: 'away', savingOlder: 'away' }],
    ['textRefused', { saving: 'refused', savingOlder: 'unsaved' }],
    ['overtaken', { saving: 'saving', savingOlder: 'savingOlder' }],
    ['textUnchanged', { saving: 'saving', savingOlder: 'saving' }],
    ['textChanged', { saving: 'conflict', savingOlder: 'conflict' }],
    ['unread', { saving: 'conflictUnread', savingOlder: 'conflictUnread' }],
    ['looked', { saved: 'saved', away: 'saving', conflict: 'conflict', conflictUnread: 'conflictUnread' }],
    ['laterFound', { saved: 'saved', conflict: 'conflict', conflictUnread: 'conflict' }],
    ['fileSaved', { savingFile: 'saved', fileFirst: 'unsaved' }],
    ['fileFailed', { savingFile: 'saved', fileFirst: 'unsaved' }],
  ])('%s leads to the expected stage', (event, expected) => {
    for (const [stage, to] of Object.entries(expected))
      expect(moveOf(event, stage as Stage)?.to, stage).toBe(to)
  })
})

describe('the drawing in docs/architecture.md', () => {
  const drawing = /## The states of a draft[^]*?```mermaid\nstateDiagram-v2\n([^]*?)```/.exec(
    readFileSync('docs/architecture.md', 'utf8'),
  )![1]!
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

  test('has exactly the arrows of the table', () => {
    const arrows = Map.groupBy(
      EVENTS.flatMap((event) =>
        ALL_STAGES.flatMap((stage) => {
          const to = moveOf(event, stage)?.to
          return to === undefined || to === stage ? [] : [{ arrow: `${stage} --> ${to}`, event }]
        }),
      ),
      ({ arrow }) => arrow,
    )
    expect(drawing.split('\n').filter((line) => line.includes('-->'))).toEqual([
      `  [*] --> ${opened(FIRST, null).stage}`,
      ...Array.from(
        arrows,
        ([arrow, events]) => `  ${arrow}: ${events.map(({ event }) => words(event)).join(', ')}`,
      ).toSorted(),
    ])
  })
})
