import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { haveChromium } from './journeys/chromium.ts'

/** One check's count: a program such as the linter is one, and each test is one. */
export interface Counted {
  passed: number
  failed: number
}

/** Hears each check to its end, and prints the count of all as the last line. */
export function runAll(checks: [what: string, check: () => Counted][]): void {
  const total: Counted = { passed: 0, failed: 0 }
  for (const [what, check] of checks) {
    console.log(`\n— ${what}`)
    const { passed, failed } = check()
    total.passed += passed
    total.failed += failed
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

/** A program that passes where it ends with 0. */
export function command(name: string, args: string[]): Counted {
  const { status } = spawnSync(name, args, { stdio: 'inherit' })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

export const types = () => command('tsc', ['-p', '.'])

export const build = () => command('npm', ['run', '--silent', 'build'])

/** The build, where a source is newer than what it made. */
export function buildOutdated(): Counted {
  const sources = [
    'vite.config.ts',
    ...globSync('{src/visitor,src/stats,src/studio,src/rows,src/flow,src/texts,widgets}/**/*.{ts,tsx,css}'),
  ]
  const built = statSync('dist/render/render.js', { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isOutdated = sources.some((file) => statSync(file).mtimeMs > built)
  return isOutdated ? build() : { passed: 0, failed: 0 }
}

/** Whether there is a browser, once it was installed where it may be. */
export function browser(): Counted {
  return haveChromium() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Vitest's own count of what these arguments run. A run that leaves no count, or counts nothing, has failed. */
export function tests(args: string[]): Counted {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-tests-'))
  const outputFile = join(folder, 'count.json')
  try {
    const { status } = spawnSync(
      'vitest',
      [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`],
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
