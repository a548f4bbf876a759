import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { buildOutdated, command, runAll, tests, types, type Counted } from './checks.ts'

/** `npm run check` looks at what changed since the last commit, or since the one that is named (`npm run check -- main`):
 *  its format, its lint, all types, and the quick tests that import it. */
const since = process.argv[2] ?? 'HEAD'

const changed = [
  ...lines('diff', '--name-only', '--diff-filter=d', since),
  ...lines('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(file))
const code = changed.filter((file) => /\.(ts|tsx|js)$/.test(file))
const NOTHING: Counted = { passed: 0, failed: 0 }

if (changed.length === 0) console.log(`Nothing changed since ${since}.`)
runAll([
  ['format', () => ofThem(changed, 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn')],
  ['lint', () => ofThem(code, 'oxlint', '--type-aware', '--deny-warnings')],
  ['types', types],
  ['build', buildOutdated],
  ['the house', () => tests(['run', '--project', 'quick', 'tests/house.test.ts'])],
  ['tests of what changed', related],
])

function related(): Counted {
  // A change of a setting of Vite or of a package would be one of every test: that is `npm test`.
  const ours = code.filter((file) => /^(src|schemas|widgets|tests)\//.test(file))
  if (ours.length === 0) return NOTHING
  return tests(['related', '--run', '--project', 'quick', '--passWithNoTests', ...ours])
}

function ofThem(files: string[], program: string, ...args: string[]): Counted {
  return files.length === 0 ? NOTHING : command(program, [...args, ...files])
}

function lines(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}
