import type { FlowDocument } from '../../../schemas/flow/flow.ts'
import { readFlow } from '../../journeys/walking.ts'
import { openPage, painted, quiet } from './page.ts'

/** A page of a thousand text fields: ours, and rjsf's as its documentation shows it. */

export interface Thousand {
  /** Time from the press that asks for the page to its paint. */
  mountMs: number
  /** Time from each key in a field in its middle to the paint of what was typed. */
  keyMs: number[]
}

const FIELDS = 1000
const TYPED = 'A truck ran the red light at Fifth and Main.'

/** Measures the page. `onward`: selector of the button that asks for the fields. */
export async function measureThousand(url: string, onward: string): Promise<Thousand> {
  const { hand, tab } = await openPage({ url, heading: 'h1, legend', firstChoice: '' })
  try {
    await quiet(hand)
    await hand.act({ find: onward })
    await painted(hand, 1)
    await quiet(hand)
    const { pressedMs, paintedMs } = await hand.read<{ pressedMs: number; paintedMs: number }>(
      'window.probe.moves[0]',
    )
    const fields = 'input[type=text]'
    const shown = await hand.read(`document.querySelectorAll('${fields}').length`)
    if (shown !== FIELDS) throw new Error(`${url} shows ${String(shown)} fields, not ${FIELDS}.`)
    await hand.act({ find: fields, index: FIELDS / 2 })
    for (const [index, text] of TYPED.split('').entries()) {
      await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', text })
      await tab.send('Input.dispatchKeyEvent', { type: 'keyUp' })
      await hand.read(`(${typed.toString()})(${index + 1})`)
    }
    const value = await hand.read(`document.querySelectorAll('${fields}')[${FIELDS / 2}].value`)
    if (value !== TYPED) throw new Error(`${url} has “${String(value)}”, not what was typed.`)
    return { mountMs: paintedMs - pressedMs, keyMs: await hand.read('window.probe.keyMs') }
  } finally {
    await tab.close()
  }
}

/** Waits until that many keys have been painted. Runs in the page. */
async function typed(keys: number): Promise<void> {
  while (window.probe.keyMs.length < keys) await new Promise((done) => setTimeout(done, 10))
}

/** A choice, then a step with a thousand optional text fields. */
export function thousandFlow(): FlowDocument {
  const flow = readFlow('yardstick')
  const names = Array.from({ length: FIELDS }, (_, n) => `field_${n + 1}`)
  const shown = { backend_field_name: 'shown', backend_field_value: 'yes' }
  return {
    ...flow,
    constants_config: {
      ...flow.constants_config,
      questions: {
        shown: { label: 'Show them', answers: { yes: shown } },
        many: {
          label: 'A thousand fields',
          answers: Object.fromEntries(
            names.map((name, n) => [name, { backend_field_name: name, label: `Field ${n + 1}` }]),
          ),
        },
      },
    },
    ui_config: {
      ...flow.ui_config,
      basic_fields: [],
      fields: {},
      offers: {
        thousand: {
          name: 'A thousand fields',
          real: false,
          design: 'plain',
          steps: [
            {
              name: 'shown',
              questions: [
                {
                  type: 'container',
                  widget: 'choice',
                  submit: true,
                  question_key: 'shown',
                  answer_id: 'yes',
                  text: 'Yes',
                },
              ],
            },
            {
              name: 'many',
              questions: [
                ...names.map((answer_id) => ({
                  type: 'input' as const,
                  widget: 'text' as const,
                  question_key: 'many',
                  answer_id,
                  validations: { local: [] },
                })),
                { type: 'submit', text: 'Continue' },
              ],
            },
          ],
        },
      },
    },
    offer_order: ['thousand'],
  }
}
