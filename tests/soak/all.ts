import { openBrowser } from '../journeys/chromium.ts'
import { startServer } from '../journeys/serving.ts'
import { away, TROUBLES } from './troubles.ts'
import { visit, type Trouble, type Verdict } from './visit.ts'

/** `npm run soak [seeds] [name]`: every trouble with so many seeds (20), one line each; exit code 1 when an answer was lost,
 *  doubled or out of order, or a visitor was held up. */

const [seeds = '20', only = ''] = process.argv.slice(2)
/** Visitors at a time: two cores draw no more pages without making them wait for each other. Whoever waits for a server
 *  that is away costs nothing. */
const TOGETHER = 3
const PLAN: [trouble: Trouble, together: number][] = [
  ...TROUBLES.map((trouble): [Trouble, number] => [trouble, TOGETHER]),
  [away(5), TOGETHER],
  [away(30), 10],
  [away(120), 20],
]

const browser = await openBrowser()
const server = await startServer({ RATE_LIMIT: '0' })
const total = { answers: 0, lost: 0, doubled: 0, disordered: 0, wrong: 0 }
try {
  for (const [trouble, together] of PLAN.filter(([{ name }]) => name.includes(only))) {
    const beganMs = performance.now()
    const verdicts = await inTurns(Number(seeds), together, (seed) => attempt(trouble, seed))
    report(trouble.name, verdicts, Math.round((performance.now() - beganMs) / 1000))
  }
} finally {
  await browser.close()
  await server.end()
}
console.log(
  `\n${Object.entries(total)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')}`,
)
const { answers, ...bad } = total
process.exitCode = answers > 0 && Object.values(bad).every((count) => count === 0) ? 0 : 1

async function attempt(trouble: Trouble, seed: number): Promise<Verdict> {
  try {
    return await visit({ browser, server }, trouble, seed)
  } catch (error) {
    const wrong = [String(error).split('\n').slice(0, 3).join(' ')]
    return { answers: 0, lost: 0, doubled: 0, disordered: false, slowestMs: { checked: 0, plain: 0 }, wrong }
  }
}

function report(name: string, verdicts: Verdict[], seconds: number): void {
  const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((all, one) => all + count(one), 0)
  const slowest = (kind: 'plain' | 'checked') => Math.max(...verdicts.map(({ slowestMs }) => slowestMs[kind]))
  const counts = {
    answers: sum((one) => one.answers),
    lost: sum((one) => one.lost),
    doubled: sum((one) => one.doubled),
    disordered: sum((one) => Number(one.disordered)),
    wrong: sum((one) => one.wrong.length),
  }
  for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key]
  console.log(
    `${name}: ${verdicts.length} visitors, ${counts.answers} answers, ${counts.lost} lost, ${counts.doubled} doubled, ` +
      `${counts.disordered} out of order; next step after at most ${slowest('plain')} ms, ` +
      `${slowest('checked')} where the server checks (${seconds} s)`,
  )
  verdicts.forEach(({ wrong }, seed) => wrong.forEach((what) => console.log(`  seed ${seed}: ${what}`)))
}

/** `act` for 0 to `count` - 1, so many at a time. */
async function inTurns<T>(count: number, together: number, act: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await act(n)
  }
  await Promise.all(Array.from({ length: together }, work))
  return results
}
