import type { FlowDocument } from '../../../schemas/flow/flow.ts'
import { problemsOf } from '../../../src/author/problemsOf.ts'
import {
  importForm,
  type ImportedForm,
  type ImportFormat,
} from '../../../src/author/import/file/importForm.ts'
import { isError } from '../../../src/author/kernel/weights.ts'
import { siteFrom } from '../../../src/author/templates/siteFrom.ts'
import { exampleCompany } from '../../../src/cli/starter/writeSite.ts'

/** A site to import forms into. */
const STARTER = siteFrom({
  template: 'claims',
  name: 'Own',
  accent: '#1d4d39',
  style: 'own',
  schema: 'flow.schema.json',
  isEnglishOnly: true,
  company: exampleCompany('Own'),
})
const { promise: _, ...site } = STARTER.ui_config.site
export const BASE: FlowDocument = { ...STARTER, ui_config: { ...STARTER.ui_config, site } }

export function read(
  form: unknown,
  options: { from?: ImportFormat; uiSchema?: string } = {},
  base = BASE,
): ImportedForm & { flow: FlowDocument } {
  const found = importForm(typeof form === 'string' ? form : JSON.stringify(form), options)
  if ('fault' in found) throw new Error(found.fault)
  const { flow, notes } = found.onto(base)
  return { ...found, flow, notes }
}

/** Errors that keep a flow from being published, except those about the form's own consents, whose authors never knew the sample buyer. */
export function errorsOf(flow: FlowDocument): string[] {
  return problemsOf(JSON.stringify(flow))
    .filter((problem) => isError(problem) && problem.code !== 'consent_leaves_out_buyer')
    .map(({ code, message }) => `${code}: ${message}`)
}

/** Rules of a step in short form: `owner eq yes`. */
export function rulesOf(flow: FlowDocument, name: string): string {
  const steps = Object.values(flow.ui_config.offers).flatMap(({ steps }) => steps)
  const step = steps.find((one) => one.name === name)
  if (!step) throw new Error(`There is no step ${name} among ${steps.map((one) => one.name).join(', ')}.`)
  return (step.display_rules ?? []).map((rule) => inShort(rule)).join(' & ')
}

type Part = { field: string; condition: string; arg: unknown } | { operator?: unknown; conditions: Part[] }

function inShort(part: unknown): string {
  const of = part as Part
  if ('field' in of) return `${of.field} ${of.condition} ${String(of.arg)}`
  const parts = of.conditions.map(inShort)
  return of.operator === 'or' ? `(${parts.join(' | ')})` : parts.join(' & ')
}
