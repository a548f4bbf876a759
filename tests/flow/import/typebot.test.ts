import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorsOf, read, rulesOf } from './base.ts'

const BOT = readFileSync('tests/flow/import/forms/typebot.json', 'utf8')

describe('a whole bot', () => {
  const { flow, notes, format, questions } = read(BOT)
  const { main, end } = flow.ui_config.offers

  test('becomes a flow that can be published', () => {
    expect({ format, questions }).toEqual({ format: 'typebot', questions: 5 })
    expect(errorsOf(flow)).toEqual([])
    expect(flow.ui_config.title).toBe('Roof estimate')
    expect(main!.steps.map(({ name }) => name)).toEqual([
      'hello',
      'owner',
      'roof_age',
      'extras',
      'discount',
      'phone',
      'email',
    ])
  })

  test('asks with the last text before an input, and shows the others above', () => {
    const step = main!.steps.find(({ name }) => name === 'roof_age')!
    expect(flow.constants_config.questions['roof_age']!.label).toBe('How old is your roof, in years?')
    expect(step.questions[0]).toEqual({ type: 'container', widget: 'html', html: '<p>Great.</p>' })
  })

  test('has a button if there’s only one choice', () => {
    const [hello] = main!.steps
    expect(hello).toMatchObject({
      title: 'Hi!',
      questions: [{ widget: 'html' }, { type: 'submit', text: 'Start' }],
    })
  })

  test('turns its edges into rules, with a variable that only links fill', () => {
    expect(['roof_age', 'extras', 'discount', 'phone', 'email'].map((name) => rulesOf(flow, name))).toEqual([
      'owner eq Yes',
      'owner eq Yes',
      'owner eq Yes & utm_source eq news',
      'owner eq Yes & (utm_source eq news | roof_age gt 10 | extras eq Solar panels)',
      'phone eq null & (owner neq Yes | utm_source eq news | roof_age gt 10 | extras eq Solar panels)',
    ])
    expect(flow.ui_config.fields).toEqual({
      utm_source: { compute: 'address_parameter', parameter: 'utm_source' },
    })
    expect(end!.steps.map(({ title }) => title)).toEqual([
      'Thank you!',
      'Nothing to do yet',
      'We email your landlord',
    ])
  })

  test('lists what wasn’t imported, with its place', () =>
    expect(notes.map(({ at, message }) => `${at}: ${message}`)).toEqual([
      'variables[4]: The hidden field utm_source is now the field utm_source, which a link fills in as ?utm_source=. Rules compare its text exactly, with its capitals.',
      'groups[2].blocks[0]: A picture or video was left out.',
      'groups[6].blocks[0]: A block was left out: Webhook.',
      'groups[3].blocks[2]: The form sets no minimum for “How old is your roof, in years?”. It’s now 0, so that only numbers are accepted.',
      'groups[4].blocks[0]: An answer was removed from a heading, which can’t repeat answers: “Our newsletter gives you 10% off.”.',
      ': The form doesn’t ask for consent, so no leads are sent. Answers are still recorded and counted.',
      ': “None of these” at “What else do you have?” now clears the other choices.',
    ]))
})

const text = (id: string, words: string, more: object = {}) => ({
  id,
  type: 'text',
  content: { plainText: words },
  ...more,
})
const choice = (id: string, items: object[], more: object = {}) => ({
  id,
  type: 'choice input',
  items,
  ...more,
})
const group = (id: string, ...blocks: object[]) => ({ id, title: id, blocks })
const edges = (...to: string[]) => to.map((groupId) => ({ id: `to_${groupId}`, to: { groupId } }))
const START = { id: 'start', blocks: [{ id: 's', type: 'start', outgoingEdgeId: 'to_a' }] }

test('a bot of version 5 begins at its start block, and an edge back is listed', () => {
  const bot = {
    version: '5',
    groups: [
      START,
      group(
        'a',
        text('t1', 'Which one?'),
        choice('c1', [
          { id: 'i1', content: 'One' },
          { id: 'i2', content: 'Two' },
        ]),
      ),
      group('unused', text('t2', 'Nobody comes here'), { id: 'e', type: 'email input' }),
      group(
        'b',
        text('t3', 'Again?'),
        choice('c2', [
          { id: 'i3', content: 'Yes', outgoingEdgeId: 'to_a' },
          { id: 'i4', content: 'No' },
        ]),
      ),
    ],
    edges: edges('a', 'b'),
    variables: [],
  }
  Object.assign(bot.groups[1]!.blocks[1]!, { outgoingEdgeId: 'to_b' })
  const { flow, notes } = read(bot)
  expect(flow.ui_config.offers['main']!.steps.map(({ name }) => name)).toEqual(['which_one', 'again'])
  expect(notes.map(({ at, message }) => `${at}: ${message}`)).toEqual([
    'groups[2].blocks[0]: “Nobody comes here” was left out. The form’s logic never leads to it.',
    'groups[3].blocks[1].items[0]: A way back after “Again?” was left out, because visitors never see a step twice. The visit continues with what follows, or ends.',
    ': The form doesn’t ask for consent, so no leads are sent. Answers are still recorded and counted.',
  ])
  expect(errorsOf(flow)).toEqual([])
})

test('lists a condition on a computed variable, and asks everything it decides', () => {
  const bot = {
    groups: [
      START,
      group(
        'a',
        { id: 'v', type: 'Set variable', options: { variableId: 'score', expressionToEvaluate: '1 + 1' } },
        text('t1', 'Your name?'),
        { id: 'n', type: 'text input', options: { variableId: 'name' } },
        {
          id: 'c',
          type: 'Condition',
          items: [
            {
              id: 'i',
              outgoingEdgeId: 'to_b',
              content: {
                comparisons: [{ variableId: 'score', comparisonOperator: 'Greater than', value: '1' }],
              },
            },
          ],
        },
      ),
      group('b', text('t2', 'Your email?'), { id: 'e', type: 'email input' }),
    ],
    edges: edges('a', 'b'),
    variables: [
      { id: 'score', name: 'Score' },
      { id: 'name', name: 'Name' },
    ],
  }
  const { flow, notes } = read({ typebot: bot })
  expect(flow.ui_config.offers['main']!.steps.map(({ name }) => name)).toEqual(['name', 'email'])
  expect(notes.map(({ at }) => at)).toEqual([
    'groups[1].blocks[0]',
    'groups[1].blocks[3].items[0]',
    'groups[2].blocks[0]',
    '',
  ])
})
