import { expect, test } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { leadMarks } from '../../../src/server/leads/leadMarks.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from '../smallFlow.ts'
import { openTables } from '../../store/tables.ts'

const MARKED: Flow = {
  ...SMALL_FLOW,
  ui_config: {
    ...SMALL_FLOW.ui_config,
    fields: {
      ip: { compute: 'ip' },
      name_bad_word: { compute: 'name_bad_word', from: ['first_name', 'last_name'] },
      has_bad_words: { compute: 'has_bad_words', from: ['email'] },
      is_gibberish: { compute: 'is_gibberish', from: ['email'] },
      enough_words: { compute: 'enough_words', from: ['email'] },
    },
  },
}

test.each([
  ['A truck ran a red light and hit my car', 'no', 'no'],
  ['Give me money for sdfkjh sdfkjh wkejrh', 'yes', 'yes'],
])('%j: bad words %s, gibberish %s', async (email, has_bad_words, is_gibberish) => {
  expect(await leadMarks(MARKED, { email }, '198.51.100.7')).toEqual({
    ip: '198.51.100.7',
    has_bad_words,
    is_gibberish,
  })
})

test('a name is checked once both of its parts are known', async () => {
  expect(await leadMarks(MARKED, { first_name: 'Ann' }, '')).toEqual({ ip: '' })
  expect(await leadMarks(MARKED, { first_name: 'Bitch', last_name: 'Lee' }, '')).toMatchObject({
    name_bad_word: 'yes',
  })
})

test('the marks are saved with the lead, and don’t block it', async () => {
  const { send, open, dataDir } = await running({ flow: MARKED })
  const session = await open()
  const mail = { ...MAIL, answers: [{ ...MAIL.answers[0], raw_data: 'free@money.example' }] }
  for (const step of [HURT, WHERE, mail]) {
    const sent = await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
    expect(sent.statusCode).toBe(204)
  }
  const leads = openTables(dataDir).prepare('SELECT lead FROM leads').all()
  expect(leads.map(({ lead }) => JSON.parse(String(lead)))).toMatchObject([
    {
      hurt: 'yes',
      state: 'TX',
      email: 'free@money.example',
      enough_words: 'no',
      ip: '127.0.0.1',
      has_bad_words: 'yes',
      is_gibberish: 'no',
    },
  ])
})
