import { expect, test } from 'vitest'
import { randomFrom } from '../../src/cli/seed/random.ts'
import type { Store } from '../../src/store/store.ts'
import { newVersion, session, uuidOf } from '../store/history.ts'
import { SMALL_FLOW } from '../server/smallFlow.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests experiments as an author sees, starts and promotes them. */

const DAY = 24 * 3_600_000
const stage = setStatsStage(fill, { SHARED_ORIGIN: 'accept' })

/** One path where B wins, one without a verdict, one whose split is broken, and one with nothing but two versions. */
async function fill(store: Store): Promise<void> {
  await compare(store, { path: 'short-form', name: 'Short form', days: 20, lift: 1.5, split: 0.5 })
  await compare(store, { path: 'headline', name: 'Headline', days: 9, lift: 1.08, split: 0.5 })
  await compare(store, { path: 'map-step', name: 'Map step', days: 5, lift: 1, split: 0.62 })
  await twoVersions(store, 'photo', Date.now() - DAY)
}

interface Truth {
  path: string
  name: string
  days: number
  lift: number
  split: number
}

const PER_DAY = 90

async function compare(store: Store, { path, name, days, lift, split }: Truth): Promise<void> {
  const start = Date.now() - days * DAY
  const [a, b] = await twoVersions(store, path, start - DAY)
  const experiment = (await store.startExperiment({
    path,
    name,
    shares: [
      { version: a, weight: 50 },
      { version: b, weight: 50 },
    ],
    control: a,
    days: 28,
    window_days: 3,
    ages: [{ offer: 'claim', days: 3 }],
    cap: 25_000,
    tightest_at: (PER_DAY * 28) / 2,
    promotes: false,
    by: 'olivia',
    at: start,
  }))!
  const random = randomFrom(47, experiment)
  const visitors = Array.from({ length: days * PER_DAY }, async (_, n) => {
    const version = random() < split ? a : b
    const at = start + Math.floor(((n + random()) / PER_DAY) * DAY)
    const uuid = uuidOf(experiment * 100_000 + n)
    const isSold = random() < 0.2 * (version === b ? lift : 1)
    const cents = Math.round(1200 * Math.exp(random() + random()))
    await store.openSession(session({ uuid, path, version, at }))
    if (isSold || random() < 0.2) await store.track(uuid, { kind: 'registration', at: at + 60_000 })
    const sale = { session_uuid: uuid, offer: 'claim', source: 'acme', external_id: `${experiment}-${n}` }
    if (isSold) await store.sell({ ...sale, cents, returned: false, at: at + 120_000 })
    if (isSold && random() < 0.08) await store.sell({ ...sale, cents, returned: true, at: at + 4 * DAY })
  })
  await Promise.all(visitors)
}

async function twoVersions(store: Store, path: string, at: number): Promise<[number, number]> {
  const made = { ...newVersion(path, at), flow: SMALL_FLOW }
  const a = await store.publish(made)
  return [a, await store.publish({ ...made, style: 'a {}', at: at + 1 }, 50)]
}

test('a verdict is a sentence with its range, on a phone in the dark as on a desk', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/experiments`)
  const won = page.getByRole('region', { name: /earns .* more per visitor/ })
  await won.getByText('Verdict: B wins').waitFor()
  expect(await won.getByRole('heading', { level: 2 }).innerText()).toMatch(
    /^B earns \$\d\.\d\d more per visitor \(\d\.\d\d to \d\.\d\d\)$/,
  )
  expect(await won.getByRole('row').allInnerTexts()).toHaveLength(3)
  await page.getByRole('heading', { name: 'Don’t read this result' }).waitFor()
  await page.getByText('No verdict yet').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])

  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const narrow = await openStats(stage.browser, `${stage.site.url}/stats/experiments`, phone)
  await narrow.getByText('Verdict: B wins').waitFor()
  expect([await faults(narrow, { only: BY_SCHEME }), await overflow(narrow)]).toEqual([[], 0])
})

test('an author promotes the winner, sees it live at once, and undoes that', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/experiments`)
  await page.getByRole('button', { name: 'Promote B to all visitors' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Promote' }).click()
  const undo = page.getByRole('tabpanel').getByRole('button', { name: 'Undo promotion' })
  await undo.waitFor()
  await page.getByText('B went to all visitors').waitFor()
  await undo.click()
  await dialog.getByRole('button', { name: 'Undo promotion' }).click()
  await undo.waitFor({ state: 'detached' })
  await page.goto(`${stage.site.url}/desk/people`)
  for (const act of ['promoted a version', 'undid a promotion'])
    await page.getByRole('row', { name: `${act} short-form, experiment 1` }).waitFor()
})

test('an author starts an experiment, stops it, and resumes it', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/experiments`)
  await page.getByRole('button', { name: 'Start experiment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('Enter a name, like “Short form”.').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await dialog.getByLabel('Path').click()
  await page.getByRole('option', { name: 'photo' }).click()
  await dialog.getByLabel('What you’re testing').fill('Photo')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('region').filter({ hasText: '/photo · Photo' })
  await card.getByText('Too few visitors have earned anything yet').waitFor()
  await card.getByRole('button', { name: 'Stop experiment' }).click()
  await dialog.getByRole('button', { name: 'Stop experiment' }).click()
  await card.getByText('Stopped before a verdict').waitFor()
  await card.getByRole('button', { name: 'Resume' }).click()
  await card.getByText('No verdict yet').waitFor()
})
