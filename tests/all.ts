import { browser, build, buildOutdated, command, runAll, tests, types } from './checks.ts'

/** `npm test` runs every check. `npm test -- NAME...` runs the tests whose file has one of these in its name. */
const names = process.argv.slice(2)

if (names.length > 0)
  runAll([
    ['build', buildOutdated],
    ['a browser', browser],
    ['tests', () => tests(['run', ...names])],
  ])
else
  runAll([
    ['format', () => command('prettier', ['--check', '--log-level', 'warn', '.'])],
    ['lint', () => command('oxlint', ['--type-aware', '--deny-warnings'])],
    ['types', types],
    ['build', build],
    ['a browser', browser],
    ['tests', () => tests(['run'])],
  ])
