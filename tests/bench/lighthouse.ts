import { readdirSync } from 'node:fs'
import lighthouse, { type Result } from 'lighthouse'
import { openBrowser } from '../journeys/chromium.ts'
import { startServer } from '../journeys/serving.ts'
import { freePort } from '../server/freePort.ts'
import { readFlow } from '../journeys/walking.ts'
import { LANGUAGE_PARAMETER } from '../../src/flow/arrival.ts'
import { languagesOf } from '../../src/flow/languages/language.ts'

/** Runs Lighthouse on the first step of every site in each of its languages, as on a phone: `npm run lighthouse`. Any score under 100 fails
 *  the run, and is printed with the audits that lowered it. */

const PORT = Number(process.env['DEBUGGING_PORT'] ?? 9222)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

// As a deployment does, so that pages can name their addresses.
const port = String(await freePort())
const server = await startServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
const browser = await openBrowser([`--remote-debugging-port=${PORT}`])
try {
  for (const page of readdirSync('fixtures/sites').flatMap(pagesOf)) {
    const run = await lighthouse(`http://127.0.0.1:${port}/${page}`, {
      port: PORT,
      onlyCategories: CATEGORIES,
      logLevel: 'error',
    })
    if (!run) throw new Error(`Lighthouse says nothing of ${page}.`)
    tell(page, run.lhr)
  }
} finally {
  await browser.close()
  await server.end()
}

/** The site in each of its languages. */
function pagesOf(site: string): string[] {
  return languagesOf(readFlow(site)).map((language) => `${site}?${LANGUAGE_PARAMETER}=${language}`)
}

function tell(page: string, { categories, audits }: Result): void {
  const scores = CATEGORIES.map((id) => {
    const category = categories[id]
    const score = Math.round((category?.score ?? 0) * 100)
    if (score < 100) process.exitCode = 1
    return { id, score, refs: category?.auditRefs ?? [] }
  })
  console.log(`${page}: ${scores.map(({ id, score }) => `${id} ${score}`).join(', ')}`)
  for (const { score, refs } of scores)
    for (const { id, weight } of score < 100 ? refs : []) {
      const audit = audits[id]
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 0) < 1)
        console.log(`  ${id}: ${audit?.title} ${audit?.displayValue ?? ''}`)
    }
}
