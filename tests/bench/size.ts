import { readdirSync, statSync } from 'node:fs'

/** Prints what a visitor downloads, in bytes as sent (brotli), with the goals: `node tests/bench/size.ts`, after `npm run build`.
 *  tests/house.test.ts enforces the goals. */

const FOLDER = 'dist/visitor/assets'
const GOALS: [what: string, files: RegExp, goalBytes: number | null][] = [
  ['script before the first answer', /^(main|early)-.*\.js\.br$/, 105_000],
  ['script for a whole funnel', /\.js\.br$/, 160_000],
  ['style of the components, in the page itself', /\.css\.br$/, null],
]

for (const [what, files, goalBytes] of GOALS) {
  const bytes = readdirSync(FOLDER)
    .filter((file) => files.test(file))
    .reduce((sum, file) => sum + statSync(`${FOLDER}/${file}`).size, 0)
  const share =
    goalBytes === null
      ? ''
      : `, ${(bytes / goalBytes).toFixed(2)} of the goal ${goalBytes.toLocaleString('en-US')}`
  console.log(`${what}: ${bytes.toLocaleString('en-US')} B${share}`)
}
