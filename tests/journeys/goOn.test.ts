import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { Element } from '../../schemas/elements/element.ts'
import { GO_ON } from '../../src/texts/letters.ts'
import { GO_ON as SPANISH } from '../../src/texts/spanish/spanishGoOn.ts'
import { readLetter, startMailServer } from '../server/mail/mailServer.ts'
import { openBrowser } from './chromium.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { startServer, type Serving } from './serving.ts'
import { openTab, ready, sentAll, watchLayout } from './visitor.ts'
import { seeStep } from './walking.ts'

/** Tests a site that mails links to continue, with a mail server on this machine. */

let browser: Browser
let server: Serving
let mail: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, server] = await Promise.all([
    openBrowser(),
    startServer({
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Links <links@site.example>',
    }),
  ])
  await publishFlow(asked(), 'asked', server)
})
afterAll(async () => {
  await browser.close()
  await server.end()
  await mail.close()
})

/** Asks if the visitor was hurt, for an email and for a city, also in Spanish. */
function asked() {
  const text = (question_key: string, email = false): Element[] => [
    {
      type: 'input',
      widget: 'text',
      question_key,
      answer_id: 'value',
      validations: {
        local: email ? [{ name: 'required' }, { name: 'email' }] : [{ name: 'required' }],
      },
    },
    { type: 'submit', text: 'Continue' },
  ]
  const flow = plainFlow(
    {
      hurt: {
        label: 'Were you hurt?',
        answers: {
          yes: { backend_field_name: 'hurt', backend_field_value: 'yes' },
          no: { backend_field_name: 'hurt', backend_field_value: 'no' },
        },
      },
      mail: { label: 'Your email?', answers: { value: { backend_field_name: 'email', label: 'Email' } } },
      town: { label: 'Which town?', answers: { value: { backend_field_name: 'town', label: 'Town' } } },
    },
    [
      {
        name: 'hurt',
        questions: ['yes', 'no'].map((answer_id) => ({
          type: 'container' as const,
          widget: 'choice' as const,
          submit: true as const,
          question_key: 'hurt',
          answer_id,
          text: answer_id,
        })),
      },
      { name: 'mail', questions: text('mail', true) },
      { name: 'town', questions: text('town') },
    ],
  )
  flow.ui_config.come_back = { to: 'email' }
  return flow
}

const OPENER = 'Email me a link to continue later'
const opener = (page: Page) => page.getByRole('button', { name: OPENER })
const address = (page: Page) => page.getByLabel('Your email address')
const status = (page: Page) => page.locator('.go-on [role=status]')
const next = (page: Page) => page.locator('[data-step]:not([data-ahead]) .actions button')

/** A visitor who is asked for their town. */
async function visitor() {
  const tab = await openTab(browser)
  const { page } = tab
  await page.goto(`${server.url}/asked`)
  await ready(page)
  expect(await page.locator('.go-on').count()).toBe(0)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'asked/mail')
  await opener(page).waitFor()
  return tab
}

test('the mailed link opens the visit elsewhere at its step, with the answers so far', async () => {
  const { page, complaints, close } = await visitor()
  const letters = mail.letters.length
  // The network is away for a while, so the link waits for the answer.
  await page.route('**/api/sessions/step', (route) => route.abort())
  await page.locator('[name=email]:visible').fill('ann@gmail.com')
  await next(page).tap()
  await seeStep(page, 'asked/town')
  await opener(page).tap()
  expect(await address(page).inputValue()).toBe('ann@gmail.com')
  await page.getByRole('button', { name: 'Send link' }).tap()
  await status(page).getByText('Sending your answers').waitFor()
  await page.unroute('**/api/sessions/step')
  await status(page)
    .getByText(/A link is on its way to ann@gmail\.com\. It works until \w+day, \w+ \d+/)
    .waitFor()
  expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  await close()

  await expect.poll(() => mail.letters.length).toBe(letters + 1)
  const { to, raw } = mail.letters.at(-1)!
  expect(to).toEqual(['ann@gmail.com'])
  const [link = ''] = /^http:\S+go_on=\S+$/m.exec(readLetter(raw).body) ?? []
  const other = await openTab(browser)
  await other.page.goto(link)
  await other.page.getByRole('button', { name: 'Continue' }).tap()
  await ready(other.page)
  // Typed answers are asked again, as another person may have opened the link.
  await seeStep(other.page, 'asked/mail')
  expect(await other.page.locator('[name=email]:visible').inputValue()).toBe('')
  await other.page.locator('[name=email]:visible').fill('ann@gmail.com')
  await next(other.page).press('Enter')
  await seeStep(other.page, 'asked/town')
  await other.page.locator('[name=town]:visible').fill('Springfield')
  await next(other.page).press('Enter')
  await other.page.getByText('Bye.').waitFor()
  expect(await opener(other.page).count()).toBe(0)
  await sentAll(other.page)
  expect(other.complaints).toEqual([])
  await other.close()

  const again = await openTab(browser)
  await again.page.goto(link)
  await again.page.getByRole('button', { name: 'Continue' }).tap()
  await again.page.getByText('You’ve answered everything').waitFor()
  await again.close()
})

test('a device whose visit continued elsewhere says so, loses nothing, and takes the visit back', async () => {
  const { page, close } = await visitor()
  const letters = mail.letters.length
  await page.locator('[name=email]:visible').fill('ann.lee@gmail.com')
  await next(page).tap()
  await seeStep(page, 'asked/town')
  await sentAll(page)
  await opener(page).tap()
  await page.getByRole('button', { name: 'Send link' }).tap()
  await expect.poll(() => mail.letters.length).toBe(letters + 1)
  const [link = ''] = /^http:\S+go_on=\S+$/m.exec(readLetter(mail.letters.at(-1)!.raw).body) ?? []
  const other = await openTab(browser)
  await other.page.goto(link)
  await other.page.getByRole('button', { name: 'Continue' }).tap()
  await ready(other.page)
  await other.page.locator('[name=email]:visible').fill('ann.lee@gmail.com')
  await next(other.page).press('Enter')
  await seeStep(other.page, 'asked/town')
  await sentAll(other.page)

  await page.locator('[name=town]:visible').fill('Springfield')
  await next(page).tap()
  const notice = page.locator('#unsent')
  await notice.getByText('You continued on another device.').waitFor()
  expect(await page.getByText(/being sent|were sent/).count()).toBe(0)
  const unsent = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('leadloom.out.')))
  expect(JSON.stringify(await unsent())).toContain('Springfield')
  await notice.getByRole('button', { name: 'Continue here' }).tap()
  await sentAll(page)
  await expect.poll(() => notice.innerText()).toBe('')

  // The other device is told in its turn, and asks again for what was typed there only if it takes the visit back.
  await other.page.locator('[name=town]:visible').fill('Shelbyville')
  await next(other.page).press('Enter')
  await other.page.getByText('You continued on another device.').waitFor()
  await other.page.getByRole('button', { name: 'Continue here' }).tap()
  await seeStep(other.page, 'asked/mail')
  expect(await other.page.locator('[name=email]:visible').inputValue()).toBe('ann.lee@gmail.com')
  await next(other.page).press('Enter')
  await other.page.getByText('Bye.').waitFor()
  await sentAll(other.page)
  await Promise.all([close(), other.close()])
})

test('works by keyboard: the focus moves into the form and back, Escape closes it, and errors are at the field', async () => {
  const { page, close } = await visitor()
  await opener(page).press('Enter')
  expect(await address(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('ann at gmail')
  await page.keyboard.press('Enter')
  await page.getByText('We can’t send to this address.').waitFor()
  const described = await address(page).getAttribute('aria-describedby')
  const error = page.locator(`[id="${described!.split(' ')[1]}"]`)
  expect(await error.textContent()).toContain('We can’t send to this address.')
  expect(await address(page).getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await address(page).count()).toBe(0)
  expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true)
  // Text typed once stays typed.
  await page.keyboard.press('Enter')
  expect(await address(page).inputValue()).toBe('ann at gmail')
  await address(page).fill('bob@gmail.com')
  await page.route('**/go-on-link', (route) => route.abort())
  await page.keyboard.press('Enter')
  await page.getByText('We can’t be reached right now.').waitFor()
  expect(await address(page).inputValue()).toBe('bob@gmail.com')
  await page.unroute('**/go-on-link')
  await page.keyboard.press('Enter')
  await status(page).getByText('A link is on its way to bob@gmail.com.').waitFor()
  expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true)
  await close()
})

const WORDS = { en: GO_ON, es: SPANISH }

test.each(['en', 'es'] as const)('an error moves nothing on a narrow phone, in %s', async (language) => {
  const { badAddress, noMoreLinks, unsent, away, notOffered, elsewhere, tooMany } = WORDS[language]
  const { page, close } = await visitor()
  await page.setViewportSize({ width: 360, height: 800 })
  await opener(page).tap()
  const error = page.locator('.go-on .error')
  const refusals = [badAddress, noMoreLinks, unsent, away, notOffered, elsewhere, tooMany(1), tooMany(59)]
  const height = async () => (await error.boundingBox())!.height
  const empty = await height()
  for (const text of refusals) {
    await error.evaluate((element, said) => (element.textContent = said), text)
    expect([text, await height()]).toEqual([text, empty])
  }
  await close()
})

test('appears in reserved space, and only on sites that offer it', async () => {
  const { page, close } = await openTab(browser)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const shift = await watchLayout(page)
  await page.goto(`${server.url}/yardstick`)
  await ready(page)
  await page.locator('button[value=yes]:visible').tap()
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await sentAll(page)
  expect(scripts.filter((url) => /LinkOffer|GoOn/i.test(url))).toEqual([])
  expect(await page.locator('.go-on').count()).toBe(0)
  await page.goto(`${server.url}/asked`)
  await ready(page)
  await page.locator('button[value=yes]:visible').tap()
  await opener(page).waitFor()
  await sentAll(page)
  await page.reload()
  await opener(page).waitFor()
  expect(scripts.filter((url) => /LinkOffer/i.test(url))).not.toEqual([])
  expect(await shift()).toBe(0)
  await close()
})
