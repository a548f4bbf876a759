import type { LeafElement, Redirect } from '../../../schemas/elements/element.ts'
import type { ExecuteAction, Flow, Offer, Step } from '../../../schemas/flow/flow.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { leaves, stepId } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { stepTitle, toForm } from '../../flow/form.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { wordsIn } from '../kernel/wordsIn.ts'

/** A flow as drawn: offers in order, each a column of steps and of stretches of steps behind a rule. */
export interface Graph {
  title: string
  offers: GraphOffer[]
}

export interface GraphOffer {
  key: string
  name: string
  real: boolean
  items: Item[]
}

export type Item = GraphStep | Stretch

export interface GraphStep {
  kind: 'step'
  /** ID: `offer/step` */
  id: string
  title: string
  hidden: boolean
  /** Fields that it asks for. */
  asks: string[]
  /** `when` has its rules in plain words; '' if it has none. */
  actions: { name: ExecuteAction['name']; when: string }[]
  /** Texts that an end shows by rules, with the rules in plain words; '' if always. */
  shows: { text: string; when: string }[]
}

type RuleOrCondition = Rule | Condition

/** Steps that share a rule: visitors who do not meet it skip all of them. */
export interface Stretch {
  kind: 'stretch'
  /** All of its rules. */
  rules: RuleOrCondition[]
  items: Item[]
}

/** Drawing of a flow. It shows exactly its display rules: a step is shown if the rules of all stretches around it hold. Conditions that
 *  consecutive steps share are drawn once. */
export function graphOf(flow: Flow): Graph {
  const { ui_config, offer_order } = flow
  return {
    title: ui_config.title,
    offers: offer_order.flatMap((key) => {
      const offer = ui_config.offers[key]
      return offer ? [{ key, name: offer.name, real: offer.real, items: itemsOf(flow, key, offer) }] : []
    }),
  }
}

/** A step, and the part of its display rules that no stretch around it covers yet. */
interface Guarded {
  drawn: GraphStep
  rest: RuleOrCondition[]
}

function itemsOf(flow: Flow, offer_key: string, { steps }: Offer): Item[] {
  return grouped(
    steps.map((step) => ({
      drawn: drawnStep(flow, offer_key, step),
      rest: conjuncts(step.display_rules ?? []),
    })),
  )
}

function grouped(steps: readonly Guarded[]): Item[] {
  const [first, ...others] = steps
  if (!first) return []
  if (first.rest.length === 0) return [first.drawn, ...grouped(others)]
  const lengths = first.rest.map((part) => shared(steps, part))
  const length = Math.max(...lengths)
  const common = first.rest.filter((_, index) => lengths[index] === length)
  const names = new Set(common.map(nameOf))
  const within = steps
    .slice(0, length)
    .map(({ drawn, rest }) => ({ drawn, rest: rest.filter((part) => !names.has(nameOf(part))) }))
  return [{ kind: 'stretch', rules: common, items: grouped(within) }, ...grouped(steps.slice(length))]
}

/** Number of steps from the first on that share this part. */
function shared(steps: readonly Guarded[], part: RuleOrCondition): number {
  const end = steps.findIndex(({ rest }) => !rest.some((other) => nameOf(other) === nameOf(part)))
  return end < 0 ? steps.length : end
}

const nameOf = (part: RuleOrCondition) => JSON.stringify(part)

/** Parts that must all hold, split as far as possible. */
function conjuncts(parts: readonly RuleOrCondition[]): RuleOrCondition[] {
  return parts.flatMap((part) => {
    if (!('conditions' in part)) return [part]
    const all = part.operator !== 'or' || part.conditions.length < 2
    return all ? conjuncts(part.conditions) : [part]
  })
}

function drawnStep(flow: Flow, offer_key: string, step: Step): GraphStep {
  const hidden = step.type === 'hidden'
  return {
    kind: 'step',
    id: stepId({ offer_key, step_key: step.name }),
    title: hidden ? step.name : stepTitle(flow, step),
    hidden,
    asks: hidden ? [] : fieldsOf(toForm(flow, step).schema),
    actions: (step.execute_actions ?? []).map(({ name, rules }) => ({ name, when: rulesText(rules) })),
    shows: leaves(step.questions).flatMap(shownBy),
  }
}

/** Texts of a result, and other elements with rules. */
function shownBy(element: LeafElement): GraphStep['shows'] {
  if (isA(element, 'result'))
    return element.cases.map(({ html, redirect, display_rules }) => ({
      text: `"${wordsIn(html)}"${redirect ? `, and leads to ${whereTo(redirect)}` : ''}`,
      when: rulesText(display_rules),
    }))
  if (!('display_rules' in element)) return []
  const { widget, display_rules } = element
  const words = isA(element, 'html') ? wordsIn(element.html) : titleOf(element)
  return [{ text: `${widget} "${words}"`, when: rulesText(display_rules) }]
}

function whereTo({ buyer, link }: Redirect): string {
  return link === undefined ? `the page that ${buyer} provides` : new URL(link).hostname
}

function titleOf(element: LeafElement): string {
  return ('title' in element && element.title) || ('text' in element && element.text) || ''
}

function fieldsOf({ properties }: StepSchema): string[] {
  return Object.entries(properties).flatMap(([field, schema]) =>
    schema.type === 'object' ? fieldsOf(schema) : [field],
  )
}
