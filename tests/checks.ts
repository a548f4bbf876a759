import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { haveChromium } from './journeys/chromium.ts'

/** Result of one check. A program such as the linter counts as one, and each test counts as one. Failures are named, as the last lines list
 *  them again. */
export interface Counted {
  passed: number
  failed: string[]
}

export type Check = [what: string, check: () => Counted | Promise<Counted>]

/** Programs to run at once; some use only one core. */
const AT_ONCE = 2

/** Runs each check to its end, then prints what failed and, as the last line, the total. Programs go first, some at once, then the others
 *  one by one. */
export async function runAll(programs: Check[], others: Check[]): Promise<void> {
  const total: Counted = { passed: 0, failed: [] }
  const add = ({ passed, failed }: Counted) => {
    total.passed += passed
    total.failed.push(...failed)
  }
  const waiting = programs.values()
  const lane = async () => {
    for (const [, check] of waiting) add(await check())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  for (const [what, check] of others) {
    console.log(`\n— ${what}`)
    add(await check())
  }
  for (const failed of total.failed) console.log(`\nFailed: ${failed}`)
  console.log(`\n${total.passed} passed, ${total.failed.length} failed`)
  process.exitCode = total.failed.length === 0 ? 0 : 1
}

/** A program that passes if it exits with 0. Its output is printed when it ends, so that it stays together. */
export function program(what: string, name: string, args: string[]): Check {
  const check = () =>
    new Promise<Counted>((resolve) =>
      execFile(name, args, { maxBuffer: Infinity }, (error, stdout, stderr) => {
        // A program that couldn't be started has printed nothing.
        const failure = error?.code === 'ENOENT' ? error.message : ''
        console.log(`\n— ${what}\n${stdout}${stderr}${failure}`.trimEnd())
        resolve(error ? { passed: 0, failed: [what] } : { passed: 1, failed: [] })
      }),
    )
  return [what, check]
}

export const types = program('types', 'tsc', ['-p', '.'])

export const build = program('build', 'npm', ['run', '--silent', 'build'])

/** Builds the app if a source is newer than the build. */
export function buildOutdated(): Check[] {
  const sources = [
    'vite.config.ts',
    ...globSync(
      '{src/visitor,src/operator,src/stats,src/studio,src/rows,src/flow,src/texts,widgets}/**/*.{ts,tsx,css}',
    ),
  ]
  const pages = globSync('{docs/**/*.md,src/docs/*.ts}')
  const builtAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isNewer = (files: readonly string[], built: string) =>
    files.some((file) => statSync(file).mtimeMs > builtAt(built))
  const isOutdated = isNewer(sources, 'dist/render/render.js') || isNewer(pages, 'dist/docs/docs.json')
  return isOutdated ? [build] : []
}

/** Fails if there is no browser, after trying to install one. */
export function browser(): Counted {
  return haveChromium() ? { passed: 1, failed: [] } : { passed: 0, failed: ['a browser'] }
}

/** Vitest's own count for these arguments. A run without a count, or with a count of 0, has failed. */
export async function tests(args: string[]): Promise<Counted> {
  return counted(args, (line) => running(spawn('vitest', line, { stdio: 'inherit' })))
}

/** Same as `tests`, beside another run that has priority. Its output is printed when it ends. */
export async function testsBeside(args: string[]): Promise<Counted> {
  return counted(args, async (line) => {
    const vitest = spawn('vitest', line, { stdio: ['ignore', 'pipe', 'pipe'] })
    if (vitest.pid !== undefined) setPriority(vitest.pid, BELOW_OTHERS)
    const printed = Promise.all([text(vitest.stdout), text(vitest.stderr)])
    const status = await running(vitest)
    console.log((await printed).join(''))
    return status
  })
}

/** Niceness that leaves this run a third of the processor's time when both want it, so that none of its tests waits too long. */
const BELOW_OTHERS = 5

async function counted(args: string[], run: (line: string[]) => Promise<number | null>): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-tests-'))
  const outputFile = join(folder, 'count.json')
  const shown = `vitest ${args.join(' ')}`
  try {
    const status = await run([
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
    ])
    const report = JSON.parse(readFileSync(outputFile, 'utf8')) as Report
    const failed = report.testResults.flatMap(failures)
    for (const passed of report.testResults.flatMap(secondTries))
      console.log(`\nAt the second try: ${passed}`)
    const silent = failed.length === 0 && (status !== 0 || report.numTotalTests === 0)
    return {
      passed: report.numPassedTests,
      failed: silent ? [`${shown}, which ended with ${status}`] : failed,
    }
  } catch {
    return { passed: 0, failed: [`${shown}, which left no count`] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Vitest's report, as far as it is read here. */
interface Report {
  numPassedTests: number
  numTotalTests: number
  testResults: ReportedFile[]
}

interface ReportedFile {
  name: string
  status: string
  message: string
  assertionResults: ReportedTest[]
}

interface ReportedTest {
  fullName: string
  status: string
  failureMessages: string[]
}

/** A test that did not run has not passed. A file that could not be loaded has no tests. */
function failures(file: ReportedFile): string[] {
  const failed = file.assertionResults.filter(({ status }) => status !== 'passed').map(reportLine(file))
  return failed.length === 0 && file.status === 'failed'
    ? [`${relative('.', file.name)}\n${file.message}`]
    : failed
}

/** Tests that failed first and passed on another try. */
function secondTries(file: ReportedFile): string[] {
  return file.assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(reportLine(file))
}

function reportLine({ name }: ReportedFile) {
  return ({ fullName, status, failureMessages }: ReportedTest) =>
    `${relative('.', name)}: ${fullName}\n${ours(failureMessages[0] ?? status)}`
}

/** A failure without the stack lines that aren't our code. */
function ours(failure: string): string {
  return failure.replace(/\n +at .*(node_modules|node:).*/g, '')
}

/** Exit code of a program; null if a signal ended it. Rejects if the program can't be started. */
function running(program: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => program.on('error', reject).on('close', resolve))
}
