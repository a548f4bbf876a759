import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, installChromium } from './journeys/chromium.ts'

/** Every check, in order, each heard to its end: `npm test`. The last line counts them all: a check such as the linter
 *  is one, and each test is one. */

interface Counted {
  passed: number
  failed: number
}

const CHECKS: [what: string, check: () => Counted][] = [
  ['format', () => command('prettier', ['--check', '--log-level', 'warn', '.'])],
  ['lint', () => command('oxlint', ['--type-aware', '--deny-warnings'])],
  ['types', () => command('tsc', ['-p', '.'])],
  ['build', () => command('npm', ['run', '--silent', 'build'])],
  [
    'a browser',
    () => ((findChromium() ?? installChromium()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  ],
  ['tests', tests],
]

const total: Counted = { passed: 0, failed: 0 }
for (const [what, check] of CHECKS) {
  console.log(`\n— ${what}`)
  const { passed, failed } = check()
  total.passed += passed
  total.failed += failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function command(name: string, args: string[]): Counted {
  const { status } = spawnSync(name, args, { stdio: 'inherit' })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Vitest's own count. A run that leaves no count, or counts nothing, has failed. */
function tests(): Counted {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-tests-'))
  const outputFile = join(folder, 'count.json')
  try {
    const { status } = spawnSync(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`],
      { stdio: 'inherit' },
    )
    const count = JSON.parse(readFileSync(outputFile, 'utf8')) as {
      numPassedTests: number
      numTotalTests: number
    }
    // A test that did not run has not passed.
    const failed = count.numTotalTests - count.numPassedTests
    const silent = failed === 0 && (status !== 0 || count.numTotalTests === 0)
    return { passed: count.numPassedTests, failed: silent ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
