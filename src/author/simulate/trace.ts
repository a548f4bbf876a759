import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import type { Traced, TracedAction } from '../../../schemas/author/trace.ts'
import { flatten } from '../../flow/answers/data.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import { walk, withAnswers, type Stop } from '../../flow/walk.ts'
import { whyAll } from './why.ts'

/** All stops of the walk with these answers, in order. */
export function trace(flow: Flow, origin: Origin, answers: Answers): Traced[] {
  const { trail } = walk(flow, origin, answers)
  return trail.map((stop) => {
    const { kind, step, before } = stop
    const at = placeOf(flow, stop)
    const given = kind === 'skipped' ? undefined : answers[stop.id]
    const after = given ? withAnswers(flow, origin, before, given) : before
    const waits = kind === 'shown' && !given
    return {
      step: stop.id,
      at,
      kind,
      because: whyAll(step.display_rules, before, [...at, 'display_rules']).because,
      answered: given ? flatten(given) : null,
      computed: changes(flow, before, after),
      actions: waits ? [] : actions(stop, after, at),
    }
  })
}

/** A traced step in the format of a script's trace: `mva/date skipped`. */
export function traceLine({ step, kind }: Pick<Traced, 'step' | 'kind'>): string {
  return `${step} ${kind}`
}

/** Due actions of a traced step, in the format of scripts: `mva/send send_lead`. */
export function actionLines({ step, actions }: Pick<Traced, 'step' | 'actions'>): string[] {
  return actions.flatMap(({ name, due }) => (due ? `${step} ${name}` : []))
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

/** Path of a stop's step in the flow. */
export function placeOf(
  { ui_config }: Flow,
  { offer_key, step }: Pick<Stop, 'offer_key' | 'step'>,
): Problem['at'] {
  const index = ui_config.offers[offer_key]?.steps.indexOf(step) ?? -1
  return ['ui_config', 'offers', offer_key, 'steps', index]
}
