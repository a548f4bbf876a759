import { browser, build, buildOutdated, program, runAll, tests, types } from './checks.ts'

/** `npm test` runs every check. `npm test -- NAME...` runs the tests whose file has one of these in its name. */
const names = process.argv.slice(2)

/** The longest first, which uses one core alone. */
const PROGRAMS = [
  program('format', 'prettier', ['--check', '--log-level', 'warn', '.']),
  program('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  types,
  build,
]

await runAll(names.length > 0 ? buildOutdated() : PROGRAMS, [
  ['a browser', browser],
  ['tests', () => tests(['run', ...names])],
])
