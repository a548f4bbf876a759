import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AREAS, type Area } from './areas.ts'
import { mutantsOf, type Mutant } from './mutantsOf.ts'
import { EQUAL } from './equal.ts'

const HELP = `Changes one place at a time in the code that decides about money, consent, and personal data, and runs the tests that hold it.
A change that no test misses has survived.

  npm run mutants [AREA...] [--every N] [--only TEXT]

  AREA        one of ${Object.keys(AREAS).join(', ')}; all of them if none is named
  --every N   every Nth mutant, for an estimate
  --only TEXT mutants of files whose name contains this

The exit code is 1 if a mutant survived that tests/mutants/equal.ts gives no reason for, or if the tests fail without a mutant.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h' },
  },
})
/** Longest wait of a timer, ms. */
const LONGEST_MS = 2 ** 31 - 1
const CONFIG = join(import.meta.dirname, 'vitest.config.ts')
const CONTRACT = 'tests/mutants/contract.mutants.ts'
const VITEST = 'node_modules/vitest/vitest.mjs'
/** Number of mutants tried at once. */
const AT_ONCE = 2
/** A run that takes this many times as long as one without a mutant goes on forever. */
const PATIENCE = 6

interface Survivor extends Mutant {
  file: string
}

if (values.help) console.log(HELP)
else {
  const unknown = positionals.find((name) => !(name in AREAS))
  if (unknown !== undefined) {
    console.error(`There is no area "${unknown}". The areas are ${Object.keys(AREAS).join(', ')}.`)
    process.exit(2)
  }
  for (const name of positionals.length > 0 ? positionals : Object.keys(AREAS)) await tryArea(name)
}

/** Tries the mutants of an area, and prints its survivors and its score. */
async function tryArea(name: string): Promise<void> {
  const area = AREAS[name]!
  const files = globSync(area.files).filter((file) => file.includes(values.only))
  const mutants = files
    .toSorted()
    .flatMap((file) => mutantsOf(readFileSync(file, 'utf8')).map((mutant) => ({ file, ...mutant })))
    .filter((_, i) => i % Number(values.every) === 0)
  console.log(`\n— ${name}: ${mutants.length} mutants in ${files.length} files`)
  const began = performance.now()
  if (!(await pass(area, null, Infinity))) {
    console.error('The tests fail without a mutant.')
    process.exitCode = 1
    return
  }
  const limitMs = PATIENCE * (performance.now() - began) + 20_000
  const survivors: Survivor[] = []
  const waiting = mutants.values()
  const lane = async () => {
    for (const mutant of waiting) {
      if (!(await pass(area, mutant, limitMs))) continue
      survivors.push(mutant)
      const reason = EQUAL[keyOf(mutant)]
      if (reason === undefined) process.exitCode = 1
      console.log(`${keyOf(mutant)}  (line ${mutant.line})${reason === undefined ? '' : `: ${reason}`}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const open = survivors.filter((survivor) => !(keyOf(survivor) in EQUAL)).length
  const killed = mutants.length - survivors.length
  const score = ((100 * killed) / (mutants.length - (survivors.length - open))).toFixed(1)
  const minutes = Math.round((performance.now() - began) / 60_000)
  console.log(
    `${name}: ${killed} of ${mutants.length} killed, ${survivors.length - open} equal, ${open} survived: ${score} % in ${minutes} minutes`,
  )
}

/** Name of a mutant that stays the same when lines move. */
function keyOf({ file, source, from, to }: Survivor): string {
  const brief = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${file}: ${brief(source)} | ${brief(from)} -> ${brief(to)}`
}

/** True if the tests of the area pass with this mutant. */
async function pass(area: Area, mutant: Survivor | null, limitMs: number): Promise<boolean> {
  const tests = [...globSync(area.tests), ...(area.contracts.length > 0 ? [CONTRACT] : [])]
  const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      TESTS: JSON.stringify(tests),
      CONTRACTS: area.contracts.join(','),
      ...(mutant && { MUTANT: JSON.stringify(mutant) }),
    },
  })
  const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), Math.min(limitMs, LONGEST_MS))
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(late)
  return code === 0
}
