import { test } from 'vitest'

/** Whether this is `npm run paths`: every test, with every site, width and trouble. `npm test` has one proof of each promise. */
export const IN_FULL = Boolean(process.env['EVERY_PATH'])

/** A test for `npm run paths` alone: it shows anew, elsewhere or in another way, what a test of `npm test` shows. */
export const inFull = IN_FULL ? test : leftOut()

/** A test that is left out is not there: one that is skipped counts as failed, see checks.ts. */
function leftOut(): typeof test {
  const ignore = () => {}
  return Object.assign(ignore, { each: () => ignore, for: () => ignore }) as unknown as typeof test
}
