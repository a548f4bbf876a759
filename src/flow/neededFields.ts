import type { Flow } from '../../schemas/flow/flow.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { conditionsOf } from './rules.ts'
import { computedField } from './answers/computations.ts'

/** The flow without the computed fields that none of these rules reads; computing them takes half of a walk. */
export function withNeededFields(flow: Flow, rules: readonly Rule[]): Flow {
  const { fields } = flow.ui_config
  const needed = new Set(rules.flatMap(conditionsOf).map(({ field }) => field))
  for (const field of needed) for (const base of computedField(flow, field)?.from ?? []) needed.add(base)
  const kept = Object.entries(fields).filter(([name]) => needed.has(name))
  return { ...flow, ui_config: { ...flow.ui_config, fields: Object.fromEntries(kept) } }
}
