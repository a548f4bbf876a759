import { beforeAll, expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { away, TROUBLES } from '../soak/troubles.ts'
import { BODIES_PATH, bodiesFlow, leave } from '../soak/bodies.ts'
import { visit, VISITED_PATH, visitedFlow } from '../soak/visit.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab, ready } from './visitor.ts'
import { seeStep } from './walking.ts'

const stage = setStage()
beforeAll(() => publishFlow(visitedFlow(), VISITED_PATH, stage.server))

const NOTHING_LOST = { lost: 0, doubled: 0, disordered: false, wrong: [] }

/** Troubles that others in the list include along with something else. */
const LEFT_TO_SOAK = [
  '500s',
  'garbage',
  'a slow trickle',
  'replies dropped after the commit',
  'tab closed and opened again',
  'storage throws on every write',
  'storage full',
  'half-open sockets',
  'offline and online',
  'clock moved',
]
const HERE = TROUBLES.filter(({ name }) => IN_FULL || !LEFT_TO_SOAK.includes(name))

/** One visitor for each trouble; `npm run soak` sends twenty through every one. */
test.concurrent.each([...HERE, away(3)].map((trouble) => [trouble.name, trouble] as const))(
  'loses, doubles, and reorders nothing, and lets no visitor wait: %s',
  async (_, trouble) => {
    const { browser, server } = stage
    const { lost, doubled, disordered, wrong } = await visit({ browser, server }, trouble, 1)
    expect({ lost, doubled, disordered, wrong }).toEqual(NOTHING_LOST)
  },
)

test('the cases left to the soak test exist', () => {
  expect(TROUBLES.length - HERE.length).toBe(IN_FULL ? 0 : LEFT_TO_SOAK.length)
})

test('a damaged saved journey is ignored, and the visitor continues from what the server knows', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('leadloom.out.')))
  await page.evaluate(() => {
    const key = 'leadloom.journey.yardstick'
    const kept = JSON.parse(localStorage.getItem(key)!) as { journey: object }
    const broken = { ...kept, journey: { ...kept.journey, answers: { 'yardstick/injured': null } } }
    localStorage.setItem(key, JSON.stringify(broken))
  })
  await page.reload()
  await ready(page)
  await page.locator('select:visible').selectOption('TX')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'yardstick/age')
  expect(complaints).toEqual([])
  await close()
})

test('the next visit still has all of 64 KiB, or 70 and then 10, that waited when the page was hidden', async () => {
  const { browser, server } = stage
  await publishFlow(bodiesFlow(), BODIES_PATH, server)
  const verdicts = await Promise.all([[64], [70, 10]].map((sizes) => leave({ browser, server }, sizes, 1)))
  expect(verdicts).toMatchObject([1, 2].map((answers) => ({ ...NOTHING_LOST, answers })))
})
