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

/** `npm test` runs every check. `npm test -- NAME...` runs the tests whose file has one of these in its name. */
const names = process.argv.slice(2)

/** The longest first, which uses one core alone. */
const PROGRAMS = [
  program('format', 'prettier', ['--check', '--log-level', 'warn', '.']),
  program('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  types,
  build,
]

/** Those that start browsers, servers and databases wait for them half of the time: the quick ones, which compute, use what
 *  they leave. */
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
