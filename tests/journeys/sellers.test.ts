import { beforeAll, expect, test } from 'vitest'
import type { Element } from '../../schemas/elements/element.ts'
import { hasFocus, tabTo } from './byKeyboard.ts'
import { faults } from './operator.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { holdReact, openTab, PHONE, ready, sentAll } from './visitor.ts'
import { seeStep } from './walking.ts'
import { openTables } from '../store/tables.ts'

/** Tests a consent to each seller, as visitors see it in a browser. */

const box = (seller: string): Element => ({
  type: 'container',
  widget: 'consent',
  question_key: 'sellers',
  answer_id: seller,
  seller,
})
const TEXTS = {
  acme: 'I am 18 or older and agree that Acme Claims may call me. I need not agree to buy anything.',
  bolt: 'I am 18 or older and agree that Bolt Law may call me. See the Privacy Policy.',
}

const FLOW = plainFlow(
  {
    phone: {
      label: 'Who may call you?',
      answers: { value: { backend_field_name: 'phone', label: 'Phone' } },
    },
    sellers: {
      label: 'Who may call you?',
      answers: {
        acme: { backend_field_name: 'asked_acme', backend_field_value: TEXTS.acme },
        bolt: { backend_field_name: 'asked_bolt', backend_field_value: TEXTS.bolt },
      },
    },
  },
  [
    {
      name: 'who',
      hint: 'Tick each company that may. You may tick none.',
      questions: [
        {
          type: 'input',
          widget: 'text',
          question_key: 'phone',
          answer_id: 'value',
          validations: { local: [{ name: 'required' }, { name: 'phone' }], external: ['phone'] },
        },
        box('acme'),
        box('bolt'),
        { type: 'submit', text: 'Continue' },
      ],
    },
    {
      name: 'send',
      type: 'hidden',
      execute_actions: [{ name: 'send_lead', buyers: ['acme', 'bolt'] }],
      questions: [],
    },
  ],
)
FLOW.ui_config.buyers = {
  acme: { name: 'Acme Claims', required_fields: [] },
  bolt: { name: 'Bolt Law', required_fields: [] },
}
FLOW.ui_config.offers['end']!.steps[0]!.questions = [{ type: 'container', widget: 'outcome' }]

const stage = setStage()
beforeAll(() => publishFlow(FLOW, 'sellers', stage.server))

/** Stored data of the latest visitor. */
function kept() {
  const tables = openTables(stage.server.dataDir)
  try {
    const session = '(SELECT MAX(session) FROM sessions)'
    return {
      said: tables
        .prepare(`SELECT seller, decision FROM consents WHERE session = ${session} ORDER BY entry`)
        .all()
        .map((row) => Object.values(row).join(' ')),
      sold: tables
        .prepare(`SELECT buyer FROM outbox WHERE session = ${session} ORDER BY delivery`)
        .all()
        .map((row) => row['buyer']),
      seen: tables
        .prepare(
          `SELECT content FROM visitor_texts JOIN consents ON html = visitor_texts.text WHERE session = ${session}`,
        )
        .all()
        .map((row) => String(row['content'])),
    }
  } finally {
    tables.close()
  }
}

async function open() {
  const tab = await openTab(stage.browser, { ...PHONE, reducedMotion: 'reduce' })
  return { ...tab, go: () => tab.page.goto(`${stage.server.url}/sellers`, { waitUntil: 'commit' }) }
}

test('no box is checked in advance, and one checked before React stays checked and sells only to that seller', async () => {
  const { page, complaints, close, go } = await open()
  const letReactCome = await holdReact(page)
  await go()
  const boxes = page.getByRole('checkbox')
  await boxes.nth(1).waitFor()
  const ticked = () => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
  expect(await ticked()).toEqual([false, false])
  // The words beside the box are part of its target, except the link to the document.
  await page.getByText('may call me. See').tap({ position: { x: 60, y: 10 } })
  expect(await ticked()).toEqual([false, true])
  letReactCome()
  await ready(page)
  expect(await ticked()).toEqual([false, true])
  expect(await faults(page)).toEqual([])
  await page.locator('[name=phone]').fill('(212) 959-2368')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'end/end')
  await page
    .getByText('We didn’t share your details with Acme Claims. You didn’t ask us to.')
    .first()
    .waitFor()
  await page
    .getByText(/Bolt Law/)
    .first()
    .waitFor()
  await sentAll(page)
  const { said, sold, seen } = kept()
  expect([said, sold]).toEqual([['acme refused', 'bolt agreed'], ['bolt']])
  expect(seen[0]!.match(/data-ticked="\w+"/g)).toEqual(['data-ticked="false"', 'data-ticked="true"'])
  expect(complaints).toEqual([])
  await close()
})

test('a box is named by its text and works by keyboard, and a visitor who checks none isn’t sold and reads so', async () => {
  const { page, complaints, close, go } = await open()
  await go()
  await ready(page)
  await page.locator('[name=phone]').fill('(212) 959-2368')
  await tabTo(page, '[name=asked_acme]')
  expect(await page.getByRole('checkbox', { name: TEXTS.acme, exact: true }).count()).toBe(1)
  const first = page.locator('[name=asked_acme]')
  await page.keyboard.press('Space')
  expect(await first.isChecked()).toBe(true)
  await page.keyboard.press('Space')
  expect(await first.isChecked()).toBe(false)
  // Enter neither checks nor sends anything; it moves to the button.
  await page.keyboard.press('Enter')
  expect([await first.isChecked(), await hasFocus(page, '.actions button')]).toEqual([false, true])
  await page.keyboard.press('Enter')
  await seeStep(page, 'end/end')
  await page
    .getByText('We didn’t share your details with Acme Claims and Bolt Law. You didn’t ask us to.')
    .first()
    .waitFor()
  await sentAll(page)
  expect(kept()).toMatchObject({ said: ['acme refused', 'bolt refused'], sold: [] })
  expect(complaints).toEqual([])
  await close()
})
