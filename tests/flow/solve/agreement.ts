import type { Flow } from '../../../schemas/flow/flow.ts'
import { complete } from '../../../src/flow/answers/data.ts'
import type { Answers } from '../../../src/flow/answers/stepData.ts'
import { stepId, submits, leaves } from '../../../src/flow/elements/elements.ts'
import { allHold, holds } from '../../../src/flow/rules.ts'
import { formData, stepOf } from '../../../src/author/simulate/script.ts'
import { changesOf } from '../../../src/author/paths/changes.ts'
import { type Answer } from '../../../src/author/solve/decided.ts'
import { solve, type Solution, type SolvedRule } from '../../../src/author/solve/solve.ts'
import type { Witness } from '../../../src/author/solve/witness.ts'
import { fieldErrors } from '../../../src/flow/validations/validations.ts'
import { walk, withAnswers } from '../../../src/flow/walk.ts'
import type { Fields } from '../../../src/flow/answers/fields.ts'
import { TODAY } from '../flows.ts'
import { originsOf, TYPED } from './anyFlow.ts'
import { changeName, everybody } from './everybody.ts'

interface Claim {
  /** Claim, in the words of everybody.ts. */
  what: string
  answer: Answer
  /** True if a visit shows the claim. */
  shows: (visit: Visit) => boolean
}

/** Visitor's fields before a step and, if it is answered, after it. `after` is null if it isn't. */
interface Visit {
  kind: 'shown' | 'hidden' | 'skipped'
  before: Fields
  after: Fields | null
}

/** Disagreements between the solver and the crowd of all visitors, and witnesses that don't show their claim. If the crowd isn't whole, a
 *  claim that it didn't meet proves nothing. */
export function disagreements(flow: Flow): string[] {
  const solution = solve(flow, TODAY)
  if (!solution) return ['undecided']
  const { met, whole } = everybody(flow, originsOf(flow), TYPED)
  return claims(solution).flatMap(({ what, answer, shows, id }) => {
    if (whole ? answer.possible !== met.has(what) : met.has(what) && !answer.possible)
      return [`${what}: solver ${answer.possible}, crowd ${met.has(what)}`]
    const script = answer.script()
    if ((script !== null) !== answer.possible) return [`${what}: witness ${script !== null}`]
    if (!script) return []
    const visit = play(flow, script, id)
    if (typeof visit === 'string') return [`${what}: ${visit} ${JSON.stringify(script)}`]
    return shows(visit) ? [] : [`${what}: not shown by ${JSON.stringify(script)}`]
  })
}

function claims({ steps }: Solution): (Claim & { id: string })[] {
  return steps.flatMap((step) => {
    const id = stepId(step)
    const claim = (what: string, answer: Answer, shows: Claim['shows']) => ({ what, answer, shows, id })
    return [
      claim(`reached ${id}`, step.reached, () => true),
      claim(`shown ${id}`, step.shown, ({ kind }) => kind !== 'skipped'),
      claim(`skipped ${id}`, step.skipped, ({ kind }) => kind === 'skipped'),
      ...ofRules(`rule ${id}`, step.display, id, ({ before }) => before),
      ...step.actions.flatMap(({ due, notDue, rules }, index) => {
        const all = rules.map(({ rule }) => rule)
        return [
          claim(`action ${id} ${index} due`, due, ({ after }) => after !== null && allHold(all, after)),
          claim(
            `action ${id} ${index} not due`,
            notDue,
            ({ after }) => after !== null && !allHold(all, after),
          ),
          ...ofRules(`action ${id} ${index} rule`, rules, id, ({ after }) => after),
        ]
      }),
    ]
  })
}

/** Claims that each rule holds for some visitor and fails for another, and that some visitor would notice each change to it. `fieldsOf`:
 *  the fields that the rules read. */
function ofRules(
  what: string,
  solved: readonly SolvedRule[],
  id: string,
  fieldsOf: (visit: Visit) => Fields | null,
): (Claim & { id: string })[] {
  const rules = solved.map(({ rule }) => rule)
  const by = (test: (fields: Fields) => boolean) => (visit: Visit) => {
    const fields = fieldsOf(visit)
    return fields !== null && test(fields)
  }
  return solved.flatMap(({ rule, holds: held, fails, differs }, n) => [
    { what: `${what} ${n} holds`, id, answer: held, shows: by((fields) => holds(rule, fields)) },
    { what: `${what} ${n} fails`, id, answer: fails, shows: by((fields) => !holds(rule, fields)) },
    ...changesOf(rule, []).flatMap(({ at, instead, rule: changed }) => {
      const answer = differs(changed)
      const other = rules.with(n, changed)
      const shows = by((fields) => allHold(rules, fields) !== allHold(other, fields))
      return answer ? { what: `${what} ${n} ${changeName({ at, instead })}`, id, answer, shows } : []
    }),
  ])
}

/** Replays a witness through the real walk. Each of its answers must be one that its step asks for and accepts. */
export function play(
  flow: Flow,
  { today, query, answers: entered }: Witness,
  target: string,
): Visit | string {
  const origin = { today, query }
  let answers: Answers = {}
  for (;;) {
    const { trail, current } = walk(flow, origin, answers)
    const stop = trail.find((stop) => stepId(stop) === target)
    const id = current && stepId(current)
    if (stop && (stop.kind !== 'shown' || id !== target || !(target in entered))) {
      const given = answers[target]
      const after =
        stop.kind === 'skipped'
          ? null
          : stop.kind === 'hidden'
            ? stop.before
            : given
              ? withAnswers(flow, origin, stop.before, given)
              : null
      return { kind: stop.kind, before: stop.before, after }
    }
    if (!current || id === null) return `the walk ends before ${target}`
    const step = stepOf(flow, id)!
    if (!(id in entered)) return `the walk stops at ${id}`
    if (!leaves(step.questions).some(submits)) return `${id} cannot be left`
    const data = formData(flow, step, entered[id]!)
    const errors = fieldErrors(flow, { step, before: current.before, today: origin.today }, data)
    if (errors.length > 0) return `${id} refuses ${JSON.stringify(errors)}`
    answers = { ...answers, [id]: complete(flow, step, data) }
  }
}
