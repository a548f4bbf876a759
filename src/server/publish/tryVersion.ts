import { setImmediate } from 'node:timers/promises'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { toForm } from '../../flow/form.ts'
import { allHold } from '../../flow/rules.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { loadValidators } from './validators.ts'

/** Draws a step like the page of a visitor who has answered nothing. Throws if it can't. */
export type DrawStep = (version: Version, step: StepRef) => void

/** Tries every step of a version: its rules, its form and, with `draw`, its page; and loads its validators. Rejects with the part that
 *  this server can't show, because newer code may have published it. Other requests are answered between two steps. */
export async function tryVersion(version: Version, draw: DrawStep | null): Promise<void> {
  const { flow } = version
  loadValidators(version)
  for (const [offer_key, { steps }] of Object.entries(flow.ui_config.offers))
    for (const step of steps) {
      allHold(step.display_rules, {})
      toForm(flow, step)
      if (step.type !== 'hidden') draw?.(version, { offer_key, step_key: step.name })
      await setImmediate()
    }
}
