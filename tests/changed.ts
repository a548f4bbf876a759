import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { buildOutdated, program, runAll, tests, types, type Check } from './checks.ts'
import { importsOf, reaching } from './imports.ts'

/** Checks what changed since the last commit, or since a named one (`npm run check -- main`): format, lint, all types, and the nearest
 *  quick tests that reach it. Takes half a minute in all. */
const since = process.argv[2] ?? 'HEAD'

const changed = [
  ...lines('diff', '--name-only', '--diff-filter=d', since),
  ...lines('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(file))
const code = changed.filter((file) => /\.(ts|tsx|js)$/.test(file))
/** Total time of the tests run; two run at a time. */
const TESTS_MS = 14_000
const UNKNOWN_MS = 1000
const HOUSE = 'tests/house.test.ts'
const QUICK = /^tests\/(?!journeys\/).*\.test\.ts$/

if (changed.length === 0) console.log(`Nothing changed since ${since}.`)
await runAll(
  [
    ...ofThem(changed, 'format', 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn'),
    ...ofThem(code, 'lint', 'oxlint', '--type-aware', '--deny-warnings'),
    types,
    ...buildOutdated(),
  ],
  [['tests', () => tests(['run', '--project', 'quick', '--project', 'postgres', HOUSE, ...nearest()])]],
)

/** Quick tests that reach the changed files through the fewest imports, as many as fit in TESTS_MS. */
function nearest(): string[] {
  const reached = reaching(code, importsOf('src', 'schemas', 'widgets', 'tests'))
  const found = [...reached.keys()].filter((file) => QUICK.test(file))
  const known = durations()
  const ms = (file: string) => known[file]?.duration ?? UNKNOWN_MS
  found.sort((a, b) => reached.get(a)! - reached.get(b)! || ms(a) - ms(b))
  let left = TESTS_MS
  const taken = found.filter((file) => {
    const fits = code.includes(file) || ms(file) <= left
    if (fits) left -= ms(file)
    return fits
  })
  if (taken.length < found.length)
    console.log(
      `${taken.length} of the ${found.length} files of quick tests that reach what changed, the nearest; npm test runs all.`,
    )
  return taken
}

/** Duration of each file of quick tests in Vitest's last run. */
function durations(): Record<string, { duration: number }> {
  const [cache] = globSync('node_modules/.vite/vitest/*/results.json')
  if (cache === undefined) return {}
  const { projects } = JSON.parse(readFileSync(cache, 'utf8')) as {
    projects: Partial<Record<string, { files: Record<string, { duration: number }> }>>
  }
  return { ...projects['quick']?.files, ...projects['postgres']?.files }
}

function ofThem(files: string[], what: string, name: string, ...args: string[]): Check[] {
  return files.length === 0 ? [] : [program(what, name, [...args, ...files])]
}

function lines(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}
