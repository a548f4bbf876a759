import type { ExecuteAction, Flow } from '../../schemas/flow.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Origin } from '../../schemas/session.ts'
import { flatten, type Answers } from './data.ts'
import { stepId } from './elements.ts'
import { fieldOf, type Fields } from './fields.ts'
import { walk, withAnswers, type Stop } from './walk.ts'
import { whyAll, type Deciding } from './why.ts'

/** One step that a visitor's walk comes by, and why it is what it is. */
export interface Traced {
  /** `offer/step`. */
  step: string
  /** Where it stands in the flow. */
  at: Problem['at']
  kind: Stop['kind']
  /** The comparisons that decided this; none when the step has no rules. */
  because: Deciding[]
  /** What was answered on it, consent texts included; null when it was not. */
  answered: Fields | null
  /** The computed fields that have another value after it than before. */
  computed: Fields
  /** None yet on the step that waits for its answers. */
  actions: TracedAction[]
}

export interface TracedAction {
  name: ExecuteAction['name']
  due: boolean
  /** None when the step was skipped, or the action has no rules. */
  because: Deciding[]
}

/** Everything that the walk with these answers comes by, in order. */
export function trace(flow: Flow, origin: Origin, answers: Answers): Traced[] {
  const { trail } = walk(flow, origin, answers)
  return trail.map((stop) => {
    const { kind, step, before } = stop
    const at = placeOf(flow, stop)
    const given = kind === 'skipped' ? undefined : answers[stepId(stop)]
    const after = given ? withAnswers(flow, origin, before, given) : before
    const waits = kind === 'shown' && !given
    return {
      step: stepId(stop),
      at,
      kind,
      because: whyAll(step.display_rules, before, [...at, 'display_rules']).because,
      answered: given ? flatten(given) : null,
      computed: changes(flow, before, after),
      actions: waits ? [] : actions(stop, after, at),
    }
  })
}

/** A traced step as a script's trace has it: `mva/date skipped`. */
export function traceLine({ step, kind }: Pick<Traced, 'step' | 'kind'>): string {
  return `${step} ${kind}`
}

function actions({ kind, step }: Stop, fields: Fields, at: Problem['at']): TracedAction[] {
  return (step.execute_actions ?? []).map(({ name, rules }, index) => {
    if (kind === 'skipped') return { name, due: false, because: [] }
    const { holds, because } = whyAll(rules, fields, [...at, 'execute_actions', index, 'rules'])
    return { name, due: holds, because }
  })
}

function changes({ ui_config }: Flow, before: Fields, after: Fields): Fields {
  const changed = Object.keys(ui_config.fields).filter(
    (name) => String(fieldOf(after, name)) !== String(fieldOf(before, name)),
  )
  return Object.fromEntries(changed.map((name) => [name, fieldOf(after, name) ?? '']))
}

function placeOf({ ui_config }: Flow, { offer_key, step }: Stop): Problem['at'] {
  const index = ui_config.offers[offer_key]?.steps.indexOf(step) ?? -1
  return ['ui_config', 'offers', offer_key, 'steps', index]
}
