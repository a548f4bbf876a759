import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { randomFrom } from '../../src/cli/seed/random.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { besides } from '../../src/author/document/checkFiles.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { choices, flow, input, select, step, SUBMIT, type Part } from '../flow/flows.ts'

/** Measures the cost of deciding what visitors can meet: `node tests/bench/solve.ts`. Counts processor time, so that other work on the
 *  machine doesn't matter. First come generated flows of 10 to 1,000 steps, each of which depends on an answer a few steps before and on
 *  one of the first answers. Then come the demo sites, from text to problems. */

const TODAY = '2026-11-20'
const STEPS = [10, 30, 100, 300, 1000]
const RUNS = 3
const NEAR = 6
const GOAL_EXPONENT = 2
const GOAL_MS = 300

function generated(count: number): Flow {
  const random = randomFrom(count, 0)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const KINDS: ((field: string) => Part[])[] = [
    (field) => choices(field, 'yes', 'no'),
    (field) => [select('dropdown', field, ['a', 'b', 'c', 'd', 'e']), SUBMIT],
    (field) => [select('multi_select', field, ['a', 'b', 'c']), SUBMIT],
    (field) => [
      input('text', field, ['required', { name: 'min', arg: 0 }, { name: 'max', arg: 120 }]),
      SUBMIT,
    ],
  ]
  const ARGS = [
    ['yes', 'no'],
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c'],
    [18, 65],
  ]
  const kinds = Array.from({ length: count }, () => Math.floor(random() * KINDS.length))
  const condition = (at: number) => ({
    field: `f${at}`,
    condition: pick(['eq', 'neq', 'gte'] as const),
    arg: pick<string | number>(ARGS[kinds[at]!]!),
  })
  const rules = (at: number): Rule[] => {
    if (at === 0 || random() < 0.4) return []
    const near = Math.max(0, at - 1 - Math.floor(random() * NEAR))
    const early = Math.floor(random() * Math.min(at, NEAR))
    return [{ operator: pick(['and', 'or'] as const), conditions: [condition(near), condition(early)] }]
  }
  const steps = kinds.map((kind, at) =>
    step(`s${at}`, KINDS[kind]!(`f${at}`), { display_rules: rules(at) } satisfies Partial<Step>),
  )
  return flow({ only: steps })
}

function costMs(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

function leastMs(work: () => unknown): number {
  return Math.min(...Array.from({ length: RUNS }, () => costMs(work)))
}

const costs = STEPS.map((count) => {
  const whole = generated(count)
  const ms = leastMs(() => solve(whole, TODAY))
  console.log(`${count} steps: ${ms.toFixed(1)} ms${solve(whole, TODAY) ? '' : ', undecided'}`)
  return { count, ms }
})
const [first, last] = [costs[1]!, costs.at(-1)!]
const exponent = Math.log(last.ms / first.ms) / Math.log(last.count / first.count)
console.log(
  `growth from ${first.count} to ${last.count} steps: exponent ${exponent.toFixed(2)}, goal at most ${GOAL_EXPONENT}`,
)

const sites = readdirSync('fixtures/sites').map((site) => `fixtures/sites/${site}/flow.json`)
for (const file of sites.sort((a, b) => statSync(b).size - statSync(a).size)) {
  const text = readFileSync(file, 'utf8')
  const firstMs = costMs(() => problemsOf(text, besides(file), TODAY))
  const ms = leastMs(() => problemsOf(text, besides(file), TODAY))
  console.log(`${file}: ${ms.toFixed(0)} ms, the first time ${firstMs.toFixed(0)} ms, goal ${GOAL_MS} ms`)
}
