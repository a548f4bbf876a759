import type { LeafElement, Result } from '../../schemas/elements/element.ts'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import type { Fields } from './answers/fields.ts'
import { leadsAway, leaves } from './elements/elements.ts'
import { isA } from './elements/kinds.ts'
import { SENT, type Fate } from './outcome.ts'
import { allHold, conditionsOf } from './rules.ts'

/** Contents of an end, which depend on answers and on the outcome of the visitor's details. */

/** Field of an end's rules that has the outcome, and the prefix of fields with the outcome at one buyer. No answer has such a name. */
export const RESULT_FIELD = 'lead.outcome'
export const BUYER_FIELD = 'buyer.'

/** Result at an end for each fate. */
const RESULTS: Record<Fate, Result> = {
  accepted: 'accepted',
  due: 'waiting',
  sending: 'waiting',
  offline: 'waiting',
  waiting: 'waiting',
  dead: 'rejected',
  rejected: 'rejected',
  kept: 'kept',
  unsent: 'rejected',
  unfit: 'unfit',
  declined: 'declined',
}

/** True for an end whose headline is the outcome, with partners' offers below it under the step's own heading. */
export function putsOffersBelow({ questions }: Step): boolean {
  const elements = leaves(questions)
  const isOne = (widget: 'outcome' | 'partner_card') => elements.some((element) => isA(element, widget))
  return isOne('outcome') && isOne('partner_card')
}

/** Fields that an end's rules may read in addition to answers. `fates` is by buyer, the best first. */
export function resultFields({ ui_config }: Flow, fates: ReadonlyMap<string, Fate>): Fields {
  const result = (fate: Fate | undefined): Result => (fate ? RESULTS[fate] : 'nothing')
  const [best] = fates.values()
  return {
    [RESULT_FIELD]: result(best),
    ...Object.fromEntries(
      Object.keys(ui_config.buyers ?? {}).map((key) => [BUYER_FIELD + key, result(fates.get(key))]),
    ),
  }
}

/** Results of details that were sent to a buyer. */
export const SENT_RESULTS: ReadonlySet<unknown> = new Set(Array.from(SENT, (fate) => RESULTS[fate]))

/** True if an end shows the element. Hides the card of a partner that was just sent the details. `known` has answers and `resultFields`. */
export function isShown(element: LeafElement, known: Fields): boolean {
  const buyer = cardBuyer(element)
  if (buyer !== undefined && SENT_RESULTS.has(known[BUYER_FIELD + buyer])) return false
  return !('display_rules' in element) || allHold(element.display_rules, known)
}

/** Buyer that is the partner of a card. */
export function cardBuyer(element: LeafElement): string | undefined {
  return isA(element, 'partner_card') ? element.buyer : undefined
}

/** Index of the case of a result that is shown; -1 for none. */
export function shownCase(cases: readonly { display_rules?: Rule[] }[], known: Fields): number {
  return cases.findIndex(({ display_rules }) => allHold(display_rules, known))
}

/** True if what a step shows depends on the outcome of the visitor's details. */
export function showsOutcome(step: Step): boolean {
  return leaves(step.questions).some(
    (element) => isA(element, 'outcome') || leadsAway(element) || rulesIn(element).some(looksAtOutcome),
  )
}

/** Rules for showing an element, or one of its texts. */
export function rulesIn(element: LeafElement): readonly Rule[] {
  if (isA(element, 'result')) return element.cases.flatMap(({ display_rules = [] }) => display_rules)
  return ('display_rules' in element && element.display_rules) || []
}

/** Names of the buyers with the overall outcome. */
export function resultBuyers({ ui_config: { buyers = {} } }: Flow, known: Fields): string[] {
  return Object.entries(buyers).flatMap(([key, { name }]) =>
    known[BUYER_FIELD + key] === known[RESULT_FIELD] ? name : [],
  )
}

/** True if a rule reads the outcome of the visitor's details. */
export function looksAtOutcome(rule: Rule): boolean {
  return conditionsOf(rule).some(({ field }) => isOutcomeField(field))
}

export function isOutcomeField(field: string): boolean {
  return field === RESULT_FIELD || field.startsWith(BUYER_FIELD)
}
