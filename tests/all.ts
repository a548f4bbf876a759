import {
  browser,
  build,
  buildOutdated,
  program,
  runAll,
  tests,
  testsBeside,
  types,
  type Counted,
} from './checks.ts'

/** Runs every check: `npm test`. `npm test -- NAME...` runs the tests with one of these in their file name. */
const names = process.argv.slice(2)

/** Programs to run, longest first; that one uses only one core. */
const PROGRAMS = [
  program('format', 'prettier', ['--check', '--log-level', 'warn', '.']),
  program('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  types,
  build,
]

/** Runs all tests. Tests that start browsers, servers and databases wait half of the time; the quick ones, which compute, use the processor
 *  meanwhile. */
async function allTests(): Promise<Counted> {
  const [started, quick] = await Promise.all([
    tests(['run', '--project', '!quick']),
    testsBeside(['run', '--project', 'quick', '--maxWorkers', '2']),
  ])
  return { passed: started.passed + quick.passed, failed: [...started.failed, ...quick.failed] }
}

if (names.length > 0)
  await runAll(buildOutdated(), [
    ['a browser', browser],
    ['tests', () => tests(['run', ...names])],
  ])
else
  await runAll(PROGRAMS, [
    ['a browser', browser],
    ['tests', allTests],
  ])
