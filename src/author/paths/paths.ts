import type { Flow, Step } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { Rule } from '../../../schemas/rule.ts'
import { complete } from '../../flow/answers/data.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { leaves, stepId, submits } from '../../flow/elements.ts'
import { holds } from '../../flow/rules.ts'
import { formData, type Entered } from '../simulate/script.ts'
import { answerings, routesOf } from '../solve/answering.ts'
import { entered } from '../solve/entered.ts'
import type { Solution } from '../solve/solve.ts'
import type { Witness } from '../solve/witness.ts'
import { placeOf } from '../simulate/trace.ts'
import { walk, withAnswers, type Walk } from '../../flow/walk.ts'

/** One way that one rule can come out. */
export interface Target {
  /** Where the rule stands. */
  at: Problem['at']
  /** The step that has it: `offer/step`. */
  step: string
  rule: Rule
  way: 'holds' | 'fails'
}

export interface Path {
  script: Witness
  /** The ways that this path alone, or this one first, shows. */
  shows: Target[]
}

export interface Paths {
  paths: Path[]
  /** Ways that no visitor can make a rule come out. */
  impossible: Target[]
  /** Ways that somebody could, but none of the paths does; none but in flows whose rules are too entangled. */
  missed: Target[]
}

/** A small set of visitors, each of whom goes to the end of the flow, that between them make every rule come out both
 *  ways, where both are possible. Greedy: each next path is one that shows as many new ways as can be found; what the
 *  others show as well is dropped at the end. */
export function paths(flow: Flow, solution: Solution): Paths {
  const targets = targetsOf(solution)
  const possible = targets.filter(({ possible }) => possible)
  const witnesses = new Map(
    possible.flatMap((target) => {
      const script = target.script()
      return script ? [[nameOf(target), script] as const] : []
    }),
  )
  const world = { flow, witnesses, options: optionsOf([...witnesses.values()]) }
  const wanted = new Map(possible.map((target) => [nameOf(target), target]))
  const found: { script: Witness; names: Set<string> }[] = []
  const open = new Set(wanted.keys())
  const missed: Target[] = []
  for (const target of possible.toReversed()) {
    if (!open.has(nameOf(target))) continue
    const witness = witnesses.get(nameOf(target))
    const best = witness && improved(world, witness, { open, must: nameOf(target) })
    if (!best) {
      missed.push(plain(target))
      open.delete(nameOf(target))
      continue
    }
    for (const name of best.names) open.delete(name)
    found.push(best)
  }
  const kept = withoutRedundant(found, wanted)
  return {
    paths: kept.map(({ script, names }) => ({
      script,
      shows: [...names].map((name) => plain(wanted.get(name)!)),
    })),
    impossible: targets.filter(({ possible }) => !possible).map(plain),
    missed,
  }
}

interface Wanted extends Target {
  possible: boolean
  script: () => Witness | null
}

function targetsOf({ steps }: Solution): Wanted[] {
  return steps.flatMap((step) =>
    [...step.display, ...step.actions.flatMap(({ rules }) => rules)].flatMap(({ at, rule, holds, fails }) => [
      { at, step: stepId(step), rule, way: 'holds' as const, ...holds },
      { at, step: stepId(step), rule, way: 'fails' as const, ...fails },
    ]),
  )
}

const nameOf = ({ at, way }: Pick<Target, 'at' | 'way'>) => `${JSON.stringify(at)} ${way}`
const plain = ({ at, step, rule, way }: Target): Target => ({ at, step, rule, way })

interface World {
  flow: Flow
  /** Somebody who shows the way, by its name. */
  witnesses: ReadonlyMap<string, Witness>
  /** What may be entered on each step: whatever some visitor does who shows one of the ways. */
  options: ReadonlyMap<string, readonly Entered[]>
}

function optionsOf(witnesses: readonly Witness[]): Map<string, Entered[]> {
  const options = new Map<string, Map<string, Entered>>()
  for (const { answers } of witnesses)
    for (const [id, entered] of Object.entries(answers))
      options.set(id, (options.get(id) ?? new Map<string, Entered>()).set(JSON.stringify(entered), entered))
  return new Map(Array.from(options, ([id, all]) => [id, [...all.values()]]))
}

/** A visitor to the end of the flow, and what they show. */
interface Visitor {
  script: Witness
  names: Set<string>
}

/** The best visitor that can be found from this one by answering one step otherwise at a time: one who shows the most of
 *  `open`, `must` among it. */
function improved(
  world: World,
  script: Witness,
  { open, must }: { open: ReadonlySet<string>; must: string },
): Visitor | null {
  const gain = ({ names }: Visitor) =>
    names.has(must) ? [...names].filter((name) => open.has(name)).length : 0
  let best = visit(world, script)
  if (gain(best) === 0) return null
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    const before = gain(best)
    for (const name of open) {
      const other = world.witnesses.get(name)
      if (!other || best.names.has(name)) continue
      const merged = visit(world, { ...best.script, answers: { ...best.script.answers, ...other.answers } })
      if (gain(merged) > gain(best)) best = merged
    }
    for (const [id, options] of world.options) {
      if (!(id in best.script.answers)) continue
      for (const entered of options) {
        const other = visit(world, { ...best.script, answers: { ...best.script.answers, [id]: entered } })
        if (gain(other) > gain(best)) best = other
      }
    }
    if (gain(best) === before) break
  }
  return best
}

/** More bring next to nothing. */
const ROUNDS = 3

/** Goes to the end of the flow, answering what the script does not in the most natural way. */
function visit({ flow }: World, { today, query, answers: given }: Witness): Visitor {
  const origin = { today, query }
  const answers: Record<string, Entered> = {}
  let data: Answers = {}
  let way: Walk = walk(flow, origin, {})
  const trail = way.trail.slice()
  while (way.current) {
    const { current } = way
    const id = stepId(current)
    const answer = given[id] ?? natural(flow, current.step, today)
    const form = answer && complete(flow, current.step, formData(flow, current.step, answer))
    if (!answer || !form) break
    answers[id] = answer
    data = { ...data, [id]: form }
    way = walk(flow, origin, data, current)
    trail.push(...way.trail.slice(1))
  }
  const names = new Set<string>()
  const seen = (rules: readonly Rule[] | undefined, fields: Walk['fields'], at: Problem['at']) =>
    rules?.forEach((rule, n) =>
      names.add(nameOf({ at: [...at, n], way: holds(rule, fields) ? 'holds' : 'fails' })),
    )
  for (const stop of trail) {
    const { step, before, kind } = stop
    const at = placeOf(flow, stop)
    seen(step.display_rules, before, [...at, 'display_rules'])
    const given = kind === 'hidden' ? {} : data[stepId(stop)]
    if (kind === 'skipped' || !given || !step.execute_actions) continue
    const after = withAnswers(flow, origin, before, given)
    for (const [n, { rules }] of step.execute_actions.entries())
      seen(rules, after, [...at, 'execute_actions', n, 'rules'])
  }
  return { script: { today, query, answers }, names }
}

/** What a visitor answers to a step when nothing depends on it; null when the step cannot be left. */
function natural(flow: Flow, step: Step, today: string): Entered | null {
  if (!leaves(step.questions).some(submits)) return null
  const nothing = { today, lastYear: Number(today.slice(0, 4)), args: () => [], seeds: () => [] }
  const [route = []] = routesOf(flow, step, answerings(flow, step, nothing))
  return entered(route, [], { space: { fields: new Map() }, today })
}

/** The visitors whose ways the others do not all show, each with what it is kept for. */
function withoutRedundant(visitors: readonly Visitor[], wanted: ReadonlyMap<string, Target>): Visitor[] {
  let kept = [...visitors]
  for (const visitor of visitors.toSorted((a, b) => a.names.size - b.names.size)) {
    const others = kept.filter((other) => other !== visitor)
    const all = new Set(others.flatMap(({ names }) => [...names]))
    if ([...visitor.names].every((name) => !wanted.has(name) || all.has(name))) kept = others
  }
  const shown = new Set<string>()
  return kept.map(({ script, names }) => {
    const first = [...names].filter((name) => wanted.has(name) && !shown.has(name))
    first.forEach((name) => shown.add(name))
    return { script, names: new Set(first) }
  })
}
