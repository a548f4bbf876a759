import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leadloom } from '../cli/commandLine.ts'
import { faults } from './operator.ts'
import { setOwnStage } from './stage.ts'
import { goBehind, openDraft, openStudio, showText, state, text } from './writing.ts'

/** Tests authors' work at /studio on a running server. */

const stage = setOwnStage({ APPROVAL_SITES: 'unemployment-guru' })
const author = (called: string) => openStudio(stage, called)

const visitorsTitle = async (path: string) =>
  /<title>([^<]*)/.exec(await (await fetch(`${stage.server.url}/${path}`)).text())?.[1]

test('an author creates a key, which is shown once, publishes until it’s revoked, and belongs to one site', async () => {
  const { page, complaints } = await author('kay')
  const { url } = stage.server
  await page.getByRole('button', { name: 'Create API key…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Create API key' })
  await sheet.getByLabel('Name').fill('for the build')
  await sheet.getByRole('button', { name: 'Create key' }).click()
  await sheet.getByText('60 characters at most').waitFor()
  const name = `build-${Date.now()}`
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Can publish').selectOption('/found-money')
  await sheet.getByRole('button', { name: 'Create key' }).click()
  const key = await page
    .getByRole('dialog', { name: `API key ${name}` })
    .locator('.shown-once')
    .innerText()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  const row = page.getByRole('row', { name })
  await row.getByText('/found-money').waitFor()
  expect(await page.content()).not.toContain(key)

  const publish = (path: string) =>
    leadloom(['publish', `fixtures/sites/${path}`, '--path', path, '--server', url, '--leads-wait'], {
      env: { LEADLOOM_KEY: key },
      now: Date.now,
    })
  expect(await publish('found-money')).toMatchObject({ code: 0 })
  expect((await publish('yardstick')).err).toContain('This key can only publish /found-money.')

  await row.getByRole('button', { name: `Revoke API key ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await row.getByText(/^Revoked /).waitFor()
  expect((await publish('found-money')).err).toContain('unknown or revoked')
  expect(await faults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('an author of one site sees no other site, and no keys', async () => {
  const { page, complaints } = await openStudio(stage, 'sue', 'found-money')
  const sites = page.getByRole('rowheader')
  await sites.first().waitFor()
  await expect.poll(() => sites.allInnerTexts()).toEqual([expect.stringMatching(/^\/found-money\b/)])
  await page.reload()
  await sites.first().waitFor()
  expect(await page.getByText('API keys').count()).toBe(0)
  expect([await faults(page), complaints]).toEqual([[], []])
  await page.goto(`${stage.server.url}/studio/yardstick`)
  await page.getByText('There’s no site at /yardstick').waitFor()
})

test('an author edits a draft, fixes a problem at its line, compares, publishes, and rolls back', async () => {
  const { page, complaints } = await author('ada')
  await openDraft(page, 'yardstick')
  await page.getByText('No problems').waitFor()

  await goBehind(page, '"field": "inju')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: 'injury_age' }).waitFor()
  expect(await page.locator('.cm-completionInfo').innerText()).toContain('Asked on yardstick/injured.')
  expect(await faults(page)).toEqual([])
  await page.keyboard.type('u')
  await page.locator('.problems li').getByText('Did you mean "injured"?').waitFor()
  await page.keyboard.press('Control+.')
  await page.getByText('No problems').waitFor()

  await goBehind(page, '"title": "Yardstick')
  await page.keyboard.type(' for zebras"')
  const problem = page.locator('.problems li').first()
  await problem.waitFor()
  const place = problem.getByRole('button', { name: /^flow\.json:\d+:\d+$/ })
  const line = /:(\d+):/.exec(await place.innerText())![1]!
  await page.getByRole('tab', { name: 'Steps' }).click()
  await page.getByText('The page shows the last version without one').waitFor()
  expect(await page.locator('.steps > li').count()).toBeGreaterThan(5)
  await page.getByRole('tab', { name: /^Problems/ }).click()
  await page.keyboard.press('Tab')
  await place.click()
  expect(await page.locator('.cm-lineNumbers .cm-activeLineGutter').innerText()).toBe(line)
  expect(await page.locator('.cm-activeLine').innerText()).toContain('for zebras"')
  expect(await faults(page)).toEqual([])

  await goBehind(page, 'for zebras')
  await page.keyboard.press('Delete')
  await page.getByText('No problems').waitFor()
  await expect.poll(() => state(page)).toMatch(/^Saved \d\d:\d\d E[DS]T$/)

  const before = await visitorsTitle('yardstick')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('dialog').getByText('What changes for visitors').waitFor()
  expect(await page.locator('.changes').innerText()).toContain('Yardstick for zebras')
  expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await visitorsTitle('yardstick')).toBe(before)

  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/^Version \d+ is live\.$/).waitFor()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => visitorsTitle('yardstick')).toContain('Yardstick for zebras')

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: /^Roll back to version/ }).click()
  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  await page.getByText(/^Version \d+ is live again\.$/).waitFor()
  await expect.poll(() => visitorsTitle('yardstick')).toBe(before)

  const copy = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Edit a copy of version/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Edit a copy', exact: true }).click()
  expect((await copy).suggestedFilename()).toBe('yardstick-my-copy.json')
  await showText(page)
  await page.getByText('No problems').waitFor()
  await goBehind(page, '"title": "Yardstick')
  expect(await page.locator('.cm-activeLine').innerText()).toMatch(/"title": "Yardstick",$/)
  expect(complaints).toEqual([])
})

/** Waits until the page in the frame asks for the email address, also once the app has the step that the server drew. */
async function atEmail(page: Page): Promise<void> {
  const field = page.frameLocator('iframe.page').getByLabel('Email')
  await field.waitFor()
  const frame = page.frames().find((each) => each.url().includes('/studio/page/'))!
  await frame.waitForFunction(() => performance.getEntriesByName('leadloom:ready').length > 0)
  expect(await field.isVisible()).toBe(true)
}

test('an author sees the draft’s page change at the current step, and can open any step', async () => {
  const { page, complaints } = await author('liv')
  await openDraft(page, 'yardstick')
  const site = page.frameLocator('iframe.page')
  await site.getByRole('button', { name: 'Yes' }).click()
  await site.getByRole('heading', { name: 'Which state did it happen in?' }).waitFor()
  await page.getByRole('tab', { name: 'Steps' }).click()
  const row = (at: number) => page.locator('.steps > li').nth(at)
  await expect.poll(() => row(1).getAttribute('aria-current')).toBe('step')

  await goBehind(page, 'Which state did it')
  await page.keyboard.type(' really')
  await site.getByRole('heading', { name: 'Which state did it really happen in?' }).waitFor()
  expect(await row(1).getAttribute('aria-current')).toBe('step')
  await page.keyboard.type('"')
  await page.getByText('The page shows the last version without one').waitFor()
  await page
    .locator('.desk-page')
    .getByRole('button', { name: /^flow\.json:\d+:\d+$/ })
    .waitFor()
  expect(await site.getByRole('heading', { name: 'did it really' }).count()).toBe(1)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Backspace')
  await page.getByText('The page shows the last version without one').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'What is your email address?' }).click()
  await atEmail(page)
  await page.getByRole('tab', { name: 'Data' }).click()
  await page.getByRole('rowheader', { name: 'injured', exact: true }).waitFor()
  // The frame has nothing of the author's; its scripts reach neither their cookies nor the page around it.
  const frame = page.frames().find((each) => each.url().includes('/studio/page/'))!
  expect(
    await frame.evaluate(() => [
      origin,
      (() => {
        try {
          return document.cookie
        } catch {
          return null
        }
      })(),
    ]),
  ).toEqual(['null', null])

  await page.getByRole('link', { name: 'Leadloom Studio' }).click()
  await page.getByRole('heading', { name: 'Sites' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a step that an author opens is shown, even if the draft changes while its page loads', async () => {
  const { page, complaints } = await author('lia')
  await openDraft(page, 'yardstick')
  const site = page.frameLocator('iframe.page')
  await site.getByRole('button', { name: 'Yes' }).waitFor()
  await page.getByRole('tab', { name: 'Steps' }).click()
  const changed = Promise.withResolvers<void>()
  let visits = 0
  await page.route('**/studio/page/visit', async (route) => {
    visits += 1
    // The first page comes after the draft has changed.
    if (visits === 1) await changed.promise
    else changed.resolve()
    await route.continue()
  })
  await page.getByRole('button', { name: 'What is your email address?' }).click()
  await expect.poll(() => visits).toBe(1)
  await goBehind(page, '"title": "Yardstick')
  await page.keyboard.type(' anew')
  await changed.promise
  await atEmail(page)
  expect(complaints).toEqual([])
})

test('an author changes a draft with forms, next to its text and its page, and undoes it', async () => {
  const { page, complaints } = await author('fay')
  await openDraft(page, 'yardstick')
  const site = page.frameLocator('iframe.page')
  await site.getByRole('button', { name: 'Yes' }).waitFor()
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('heading', { name: 'Flow', exact: true }).waitFor()

  // A press in the page opens the form of the pressed part and doesn't answer.
  await page.getByRole('button', { name: 'Pick' }).click()
  await site.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Yes')
  expect(await page.getByRole('button', { name: 'Pick' }).getAttribute('aria-pressed')).toBe('false')
  await site.getByRole('button', { name: 'Yes' }).waitFor()

  await goBehind(page, '"name": "inj')
  await page.getByRole('heading', { name: 'injured' }).waitFor()
  await page.getByRole('textbox', { name: 'Add a setting' }).click()
  await page.getByRole('option', { name: /^Heading/ }).click()
  const title = page.getByRole('textbox', { name: 'Heading' })
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Were you hurt?')
  expect(await text(page)).toContain('"title": "Were you hurt?"')
  await site.getByRole('heading', { name: 'Were you hurt?' }).waitFor()
  // Slow keystrokes are separate undo steps.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+z')
      return text(page)
    })
    .not.toContain('"title": "W')
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await text(page)).toContain('"title": "W')
  await page.getByRole('button', { name: 'Remove Heading' }).click()
  expect(await text(page)).not.toContain('"title": "W')

  await goBehind(page, '"widget": "drop')
  await page.getByRole('button', { name: 'Add to options' }).click()
  await page.getByRole('heading', { name: 'No. 51' }).waitFor()
  const words = page.getByRole('textbox', { name: 'Text' })
  await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Guam')
  expect(await text(page)).toContain('{ "text": "Guam", "backend_field_value": "" }')
  // The problem appears at its field.
  const value = page.getByRole('textbox', { name: 'Saved value' })
  await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true')
  expect(await faults(page)).toEqual([])
  await value.fill('GU')
  await expect.poll(() => value.getAttribute('aria-invalid')).toBe('false')

  await page
    .getByRole('navigation', { name: 'Location in the flow' })
    .getByRole('button', { name: 'value' })
    .click()
  await page.getByRole('button', { name: 'Remove Alabama' }).click()
  expect(await page.getByRole('button', { name: 'Alabama' }).count()).toBe(0)
  const alaska = page.getByRole('button', { name: 'Alaska', exact: true })
  await alaska.press('Alt+ArrowDown')
  await page.getByText('Alaska is now 2 of 50.').waitFor()
  await expect.poll(() => alaska.evaluate((entry) => entry === document.activeElement)).toBe(true)
  const rows = page.locator('.form-entries li')
  const names = async () => (await rows.locator('.form-open').allInnerTexts()).slice(0, 3)
  expect(await names()).toEqual(['Arizona', 'Alaska', 'Arkansas'])
  await rows.nth(0).dragTo(rows.nth(2))
  await expect.poll(names).toEqual(['Alaska', 'Arkansas', 'Arizona'])
  await page.getByRole('button', { name: 'Move Arizona up' }).click()
  await expect.poll(names).toEqual(['Alaska', 'Arizona', 'Arkansas'])

  await goBehind(page, '"text": "Guam')
  await page.keyboard.type('"')
  await page.getByText(/^The text isn’t valid JSON from line \d+ on/).waitFor()
  expect(await words.inputValue()).toBe('Guam')
  expect(await words.getAttribute('readonly')).not.toBeNull()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Backspace')
  await page.getByText(/^The text isn’t valid JSON/).waitFor({ state: 'detached' })

  await goBehind(page, '"name": "state')
  await page.getByRole('button', { name: 'Add a step…' }).click()
  // Visitors aren't asked twice for what people have only one of.
  const gallery = page.getByRole('dialog')
  await gallery.getByRole('button', { name: 'ZIP code' }).press('Enter')
  expect(await gallery.getByRole('button', { name: 'ZIP code' }).innerText()).toContain(
    'Already asked at step “zip”',
  )
  await gallery.getByRole('button', { name: 'Yes or no' }).press('Enter')
  await page.getByText('Added step yes_no. Use Undo to remove it.').waitFor()
  await page.getByRole('tab', { name: /^Problems/ }).click()
  await page.getByText('Visitors would read the sample text “[Sample] Is this true for you?”').waitFor()
  await page.getByRole('tab', { name: 'Form' }).click()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Control+z')
  expect(await text(page)).not.toContain('yes_no')
  await goBehind(page, '"backend_field_name": "phone')
  await page.getByRole('button', { name: 'Rename a field…' }).click()
  const name = page.getByRole('textbox', { name: 'New name' })
  await name.fill('email')
  await page.getByText('The flow already uses email').waitFor()
  await name.fill('mobile')
  await page.getByText('Only a field named phone is also sent').waitFor()
  expect(await faults(page)).toEqual([])
  await name.press('Enter')
  await page.getByText('Renamed phone to mobile').waitFor()
  await page.keyboard.press('Control+z')

  await goBehind(page, '"style": "')
  await page.keyboard.type('of nobody ')
  await page.getByRole('tab', { name: 'Problems (1)' }).click()
  await page.keyboard.press('Control+Home')
  await page.getByRole('button', { name: 'Open form' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Style' }).inputValue())
    .toBe('of nobody yardstick')
  expect(complaints).toEqual([])
})

test('an author reads what another saved in the meantime, and neither text is lost', async () => {
  const [{ page: bob, name }, { page: eve }] = [await author('bob'), await author('eve')]
  await openDraft(bob, 'found-money')
  await openDraft(eve, 'found-money')
  await goBehind(bob, 'Found Money: see')
  await goBehind(eve, 'Found Money: see')
  await bob.keyboard.type(' BOB')
  await expect.poll(() => state(bob)).toMatch(/^Saved/)
  await eve.keyboard.type(' EVE')
  await eve.getByText(`${name} saved this draft`).waitFor()
  expect(await state(eve)).toBe('Not saved: someone else saved')
  expect(await eve.getByRole('button', { name: 'Overwrite theirs with mine' }).count()).toBe(0)
  await eve.getByRole('button', { name: 'Compare with theirs' }).click()
  const dialog = eve.getByRole('dialog')
  await dialog.getByText('Yours is on the left, theirs on the right.').waitFor()
  await expect.poll(() => dialog.locator('.cm-merge-b .cm-content').innerText()).toContain('see BOB')
  expect(await dialog.locator('.cm-merge-a .cm-content').innerText()).toContain('see EVE')
  expect(await faults(eve)).toEqual([])
  const download = eve.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download mine, continue with theirs' }).click()
  expect((await download).suggestedFilename()).toBe('found-money-my-copy.json')
  await expect.poll(() => text(eve)).toContain('see BOB')
  expect(await state(eve)).toContain(`Saved by ${name}`)
  await goBehind(eve, 'see BOB')
  await eve.keyboard.type(' and Eve')
  await expect.poll(() => state(eve)).toMatch(/^Saved \d\d/)
})

test('a text that’s too large is neither saved nor checked, and the author reads so', async () => {
  const { page, complaints } = await author('max')
  await openDraft(page, 'class-action-finder')
  await page.getByText('No problems').waitFor()
  await goBehind(page, '"title": "')
  await page.locator('.cm-content').evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', `${' '.repeat(99)}\n`.repeat(52_429))
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText(/^The flow is 5\.\d\d MB\. The limit is 5 MB\. Remove something/).waitFor()
  await page.getByText('Your latest changes aren’t saved, so they haven’t been checked.').waitFor()
  expect(await page.getByText('No problems').count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await page.getByText('No problems').waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('413'))).toEqual([])
})

test('text typed offline survives a reload, and is saved once the network is back', async () => {
  const { page } = await author('kim')
  await openDraft(page, 'leadloom')
  await page.getByText('No problems').waitFor()
  await page.route('**/api/reports/studio/**', (route) => route.abort())
  await goBehind(page, ': lower bills')
  await page.keyboard.type(' of KIM')
  await page.getByText(/kept in this browser/).waitFor()
  expect(await state(page)).toMatch(/^Not saved\. Retrying/)
  await page.unroute('**/api/reports/studio/**')
  await page.reload()
  await showText(page)
  await goBehind(page, 'of KIM')
  expect(await page.locator('.cm-activeLine').innerText()).toContain('lower bills of KIM')
  await expect.poll(() => state(page)).toMatch(/^Saved \d\d/)
})

test('an author creates a draft from a form, after reading what isn’t imported', async () => {
  const { page, complaints } = await author('ivy')
  await page.getByRole('button', { name: 'Import a form for /unemployment-guru' }).click()
  const sheet = page.getByRole('dialog')
  const choose = async (name: string, text: string) =>
    sheet
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('answers.json', '{ "fields": [')
  await sheet.getByRole('alert').getByText('isn’t valid JSON. Line 1').waitFor()
  expect(await faults(page)).toEqual([])
  await choose('roof.json', readFileSync('tests/flow/import/forms/typeform.json', 'utf8'))
  await sheet.getByText('13 questions in roof.json (Typeform)').waitFor()
  await sheet.getByText('“Photos of the roof” was left out').waitFor()
  expect(await faults(page)).toEqual([])

  await sheet.getByRole('button', { name: 'Create draft' }).click()
  await sheet.getByText('The site’s buyers don’t get leads').waitFor()
  await sheet.getByRole('button', { name: 'Open draft' }).click()
  await showText(page)
  await page.getByText('No problems').waitFor()
  expect(await text(page)).toContain('Do you own the home?')
  expect(complaints).toEqual([])
})

test('an author’s request to publish waits until another author sees its changes and approves it', async () => {
  const path = 'unemployment-guru'
  const asking = await author('mia')
  await openDraft(asking.page, path)
  await goBehind(asking.page, '"title": "')
  await asking.page.keyboard.type('Now: ')
  await asking.page.getByText('No problems').waitFor()
  const publish = () => asking.page.getByRole('button', { name: 'Publish…' }).click()
  await publish()
  const sheet = asking.page.getByRole('dialog', { name: `Publish /${path}` })
  await sheet.getByLabel('Go live at').fill('2020-01-01T09:00')
  await sheet.getByRole('button', { name: 'Request approval' }).click()
  await sheet.getByText('This time has passed.').waitFor()
  await sheet.getByLabel('Go live at').fill('')
  await sheet.getByLabel('Save leads until a buyer is set up').check()
  await sheet.getByRole('button', { name: 'Request approval' }).click()
  await sheet.getByText('It goes live as soon as another author approves it.').waitFor()
  await asking.page.keyboard.press('Escape')
  await asking.page.getByText('Another author must approve it.').waitFor()
  expect(await visitorsTitle(path)).not.toContain('Now: ')

  const approving = await author('noah')
  await approving.page.getByRole('link', { name: 'Publish pending' }).click()
  await approving.page.getByRole('button', { name: 'Review', exact: true }).click()
  const look = approving.page.getByRole('dialog', { name: `Pending publish of /${path}` })
  await look.getByText('Now: ').first().waitFor()
  expect(await faults(approving.page)).toEqual([])
  await look.getByRole('button', { name: 'Approve' }).click()
  await look.getByText(/^Version \d+ is live\.$/).waitFor()
  await expect.poll(() => visitorsTitle(path)).toContain('Now: ')
  expect([...asking.complaints, ...approving.complaints]).toEqual([])
})
