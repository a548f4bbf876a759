import { expect, test } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { nameIn } from '../../../src/server/leads/personName.ts'
import { SMALL_FLOW } from '../smallFlow.ts'

/** The small flow with questions about these kinds of data, by the fields that store them. */
function asking(...asked: ['name' | 'given-name' | 'family-name' | 'postal-code', string][]): Flow {
  const { claim } = SMALL_FLOW.ui_config.offers
  const answers = Object.fromEntries(
    asked.map(([, field]) => [field, { backend_field_name: field, label: field }]),
  )
  const questions = asked.map(([autocomplete, answer_id]) => ({
    type: 'input' as const,
    widget: 'text' as const,
    question_key: 'who',
    answer_id,
    autocomplete,
    validations: { local: [] },
  }))
  return {
    ...SMALL_FLOW,
    constants_config: {
      questions: { ...SMALL_FLOW.constants_config.questions, who: { label: 'Who are you?', answers } },
    },
    ui_config: {
      ...SMALL_FLOW.ui_config,
      offers: { claim: { ...claim!, steps: [...claim!.steps, { name: 'who', questions }] } },
    },
  }
}

const WHOLE = asking(['name', 'contact'], ['postal-code', 'area'])
const PARTS = asking(['family-name', 'surname'], ['given-name', 'called'])

test.each<[string, Flow | undefined, Record<string, string | string[]>, string | null]>([
  ['in the usual fields', undefined, { first_name: 'Ann', last_name: 'Lee', name: 'X' }, 'Ann Lee'],
  ['in one of the usual fields', undefined, { full_name: 'Ann Lee', name: 'X' }, 'Ann Lee'],
  ['in a field that a browser fills in with it', WHOLE, { contact: ' Ann Lee ', area: '78701' }, 'Ann Lee'],
  ['in fields that a browser fills in with its parts', PARTS, { surname: 'Lee', called: 'Ann' }, 'Ann Lee'],
  ['in the usual field first', PARTS, { first_name: 'Ann', called: 'Annie' }, 'Ann'],
  ['in no field that the flow does not call a name', SMALL_FLOW, { contact: 'Ann Lee' }, null],
  ['in no field that is empty', WHOLE, { contact: '  ' }, null],
])('a person’s name appears %s', (_, flow, lead, name) => {
  expect(nameIn(lead, flow)).toBe(name)
})
