import { test } from 'vitest'

/** True in `npm run paths`, which runs every test with every site, width and trouble. `npm test` has one proof of each promise. */
export const IN_FULL = Boolean(process.env['EVERY_PATH'])

/** A test only for `npm run paths`. It shows again, elsewhere or in another way, what a test of `npm test` shows. */
export const inFull = IN_FULL ? test : leftOut()

/** Leaves a test out altogether, as a skipped test counts as failed; see checks.ts. */
function leftOut(): typeof test {
  const ignore = () => {}
  return Object.assign(ignore, { each: () => ignore, for: () => ignore }) as unknown as typeof test
}
