import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { complete } from '../../flow/answers/data.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { leaves, stepId, submits } from '../../flow/elements/elements.ts'
import { holds } from '../../flow/rules.ts'
import type { SolvedEndRule } from '../solve/solvedEnds.ts'
import { formData, type Entered } from '../simulate/script.ts'
import { answerings, routesOf } from '../solve/answering.ts'
import { entered } from '../solve/entered.ts'
import type { SolvedRule, SolvedStep, Solution } from '../solve/solve.ts'
import type { Witness } from '../solve/witness.ts'
import { changesOf, type Change } from './changes.ts'
import { nameOf } from './names.ts'
import { openEnds, type SeenAtEnd } from './seenAtEnd.ts'
import { placeOf } from '../simulate/trace.ts'
import { walk, withAnswers, type Walk } from '../../flow/walk.ts'

/** One outcome of one rule. */
export interface Target {
  /** Path of the rule. */
  at: Problem['at']
  /** Step with the rule: `offer/step`. */
  step: string
  rule: Rule
  way: 'holds' | 'fails'
}

/** A change of one comparison of a rule, with its step: `offer/step`. */
export interface StepChange extends Change {
  step: string
}

export interface Path {
  script: Witness
  /** Outcomes that only this path shows, or that it shows first. */
  shows: Target[]
  /** Changes that it is the first, or only, one to notice: with them the visitor sees other steps or another end, or other leads are
   *  due. */
  notices: StepChange[]
}

export interface Paths {
  paths: Path[]
  /** Outcomes that no visitor can cause. */
  impossible: Target[]
  /** Ways that some visitor could take but no path does; only in flows whose rules are too entangled. */
  missed: Target[]
  /** Changes that no path notices, because they make no difference to any visitor, because that could not be decided, or because no path
   *  was found. */
  unnoticed: { equal: StepChange[]; undecided: StepChange[]; missed: StepChange[] }
}

/** A small set of visitors who go to the end of the flow and together make every rule come out both ways, where both are possible. With
 *  `withChanges`, they also notice every change of a comparison that matters to anyone. Greedy: each next path shows as many new ways as
 *  can be found; redundant ones are dropped at the end. If there is nothing to show, as in a flow without rules, and `today` is given, it's
 *  one visitor who goes to the end on that day. */
export function paths(
  flow: Flow,
  solution: Solution,
  { withChanges = false, today }: { withChanges?: boolean; today?: string } = {},
): Paths {
  const ways = waysIn(solution)
  const changes = withChanges ? changesIn(solution) : []
  const possible = [...ways, ...changes].filter(({ possible }) => possible)
  const witnesses = new Map(
    possible.flatMap(({ name, script: find }) => {
      const script = find()
      return script ? [[name, script] as const] : []
    }),
  )
  const changed = Map.groupBy(changes, ({ rule }) => rule)
  const ends = openEnds(flow, changed)
  const world = {
    flow,
    witnesses,
    options: optionsOf([...witnesses.values()]),
    changed,
    ends,
    stopsLeft: STOPS,
  }
  const names = new Set(possible.map(({ name }) => name))
  const found: Visitor[] = []
  const open = new Set(names)
  const missed = new Set<string>()
  for (const { name } of possible.toReversed()) {
    if (!open.has(name)) continue
    const witness = witnesses.get(name)
    const best = witness && improved(world, witness, { open, must: name })
    if (best) found.push(best)
    else missed.add(name)
    for (const seen of best?.names ?? [name]) open.delete(seen)
  }
  const named = (isMeant: (wanted: Wanted) => boolean) => ({
    ways: ways.filter(isMeant).map(({ target }) => target),
    changes: changes.filter(isMeant).map(({ change }) => change),
  })
  const [never, undecided, left] = [
    named(({ possible }) => possible === false),
    named(({ possible }) => possible === null),
    named(({ name }) => missed.has(name)),
  ]
  if (found.length === 0 && today !== undefined) found.push(visit(world, { today, query: {}, answers: {} }))
  return {
    paths: withoutRedundant(found, names).map(({ script, names }) => {
      const first = named(({ name }) => names.has(name))
      return { script, shows: first.ways, notices: first.changes }
    }),
    impossible: never.ways,
    missed: left.ways,
    unnoticed: { equal: never.changes, undecided: undecided.changes, missed: left.changes },
  }
}

/** Way or change that some path should show. */
interface Wanted {
  name: string
  /** Null if it cannot be decided. */
  possible: boolean | null
  script: () => Witness | null
}

function rulesOf(step: SolvedStep): (SolvedRule | SolvedEndRule)[] {
  return [...step.display, ...step.actions.flatMap(({ rules }) => rules), ...step.ends]
}

function waysIn({ steps }: Solution): (Wanted & { target: Target })[] {
  return steps.flatMap((step) =>
    rulesOf(step).flatMap(({ at, rule, ...answers }) =>
      (['holds', 'fails'] as const).map((way) => ({
        name: nameOf(at, way),
        ...(answers[way] ?? UNDECIDED),
        target: { at, step: stepId(step), rule, way },
      })),
    ),
  )
}

function changesIn({ steps }: Solution): (Wanted & { change: StepChange; rule: Rule; changed: Rule })[] {
  return steps.flatMap((step) =>
    rulesOf(step).flatMap(({ at, rule, differs }) =>
      changesOf(rule, at).map(({ rule: changed, ...change }) => ({
        name: nameOf(change.at, change.instead),
        ...(differs(changed) ?? UNDECIDED),
        change: { ...change, step: stepId(step) },
        rule,
        changed,
      })),
    ),
  )
}

const UNDECIDED = { possible: null, script: () => null }

interface PathSearch {
  flow: Flow
  /** A visitor who takes each way, by its name. */
  witnesses: ReadonlyMap<string, Witness>
  /** Possible inputs for each step, from visitors who take some way. */
  options: ReadonlyMap<string, readonly Entered[]>
  /** Changes of each rule. */
  changed: ReadonlyMap<Rule, readonly { name: string; changed: Rule }[]>
  /** Finds what a visitor shows of the rules of an end. */
  ends: SeenAtEnd
  /** Number of steps that visitors may still pass while looking for better ones. */
  stopsLeft: number
}

function optionsOf(witnesses: readonly Witness[]): Map<string, Entered[]> {
  const options = new Map<string, Map<string, Entered>>()
  for (const { answers } of witnesses)
    for (const [id, entered] of Object.entries(answers))
      options.set(id, (options.get(id) ?? new Map<string, Entered>()).set(JSON.stringify(entered), entered))
  return new Map(Array.from(options, ([id, all]) => [id, [...all.values()]]))
}

/** A visitor to the end of the flow, and the ways and changes that they show. */
interface Visitor {
  script: Witness
  names: Set<string>
}

/** The best visitor found by changing one step's answers at a time: the one that shows the most of `open`, including `must`. */
function improved(
  world: PathSearch,
  script: Witness,
  { open, must }: { open: ReadonlySet<string>; must: string },
): Visitor | null {
  const gain = ({ names }: Visitor) =>
    names.has(must) ? [...names].filter((name) => open.has(name)).length : 0
  let best = visit(world, script)
  if (gain(best) === 0) return null
  for (let rounds = 0; rounds < ROUNDS && world.stopsLeft > 0; rounds++) {
    const before = gain(best)
    for (const name of open) {
      if (world.stopsLeft <= 0) return best
      const other = world.witnesses.get(name)
      if (!other || best.names.has(name)) continue
      const merged = visit(world, { ...best.script, answers: { ...best.script.answers, ...other.answers } })
      if (gain(merged) > gain(best)) best = merged
    }
    for (const [id, options] of world.options) {
      if (!(id in best.script.answers)) continue
      for (const entered of options) {
        if (world.stopsLeft <= 0) return best
        const other = visit(world, { ...best.script, answers: { ...best.script.answers, [id]: entered } })
        if (gain(other) > gain(best)) best = other
      }
    }
    if (gain(best) === before) break
  }
  return best
}

/** Number of rounds; more bring next to nothing. */
const ROUNDS = 3
/** About ten seconds; the demo site with the most rules needs two thirds. In a flow that needs more, the set is not as small. */
const STOPS = 1_000_000

/** Goes to the end of the flow, with natural answers where the script has none. */
function visit(world: PathSearch, { today, query, answers: given }: Witness): Visitor {
  const { flow, changed } = world
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
  world.stopsLeft -= trail.length
  const names = new Set<string>()
  const seen = (rules: readonly Rule[] | undefined, fields: Walk['fields'], at: Problem['at']) => {
    const outcomes = rules?.map((rule) => holds(rule, fields)) ?? []
    rules?.forEach((rule, n) => {
      names.add(nameOf([...at, n], outcomes[n] ? 'holds' : 'fails'))
      if (outcomes.toSpliced(n, 1).includes(false)) return
      for (const change of changed.get(rule) ?? [])
        if (holds(change.changed, fields) !== outcomes[n]) names.add(change.name)
    })
  }
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
  const passed = Object.fromEntries(
    trail.flatMap((stop) => (stop.kind === 'hidden' ? [[stepId(stop), {}]] : [])),
  )
  for (const name of world.ends(way, { origin, answers: { ...data, ...passed } })) names.add(name)
  return { script: { today, query, answers }, names }
}

/** Answers to a step when nothing depends on them; null when the step cannot be left. */
function natural(flow: Flow, step: Step, today: string): Entered | null {
  if (!leaves(step.questions).some(submits)) return null
  const nothing = { today, lastYear: Number(today.slice(0, 4)), args: () => [], seeds: () => [] }
  const [route = []] = routesOf(flow, step, answerings(flow, step, nothing))
  return entered(route, [], { space: { fields: new Map() }, today })
}

/** Visitors that show a way that no other one shows, each with the reason for keeping it. */
function withoutRedundant(visitors: readonly Visitor[], wanted: ReadonlySet<string>): Visitor[] {
  if (visitors.length === 1) return [...visitors]
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
