import type { StepRef } from '../../schemas/visitor/answer.ts'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import type { Origin } from '../../schemas/kernel/session.ts'
import { withComputed } from './answers/computations.ts'
import { flatten } from './answers/data.ts'
import { isForCallOnly, isOptedOut } from './answers/optOut.ts'
import type { Answers, StepData } from './answers/stepData.ts'
import { stepId } from './elements/elements.ts'
import { sameFields, type Fields } from './answers/fields.ts'
import { once } from './kernel/once.ts'
import { allHold } from './rules.ts'

/** A flow, and what is known of the visitor before the first answer; neither changes during the visit. */
export interface Course {
  flow: Flow
  origin: Origin
}

/** A step's place in the order of the walk. */
export interface Place extends StepRef {
  /** Its step ID. */
  id: string
  /** Number of places before it. */
  index: number
  step: Step
}

/** A step that the walk passed, and what was known then. */
export interface Stop extends Place {
  /** shown: the visitor sees it. hidden: tracked and passed. skipped: its display rules fail, or it asks for data that would not be used,
   *  as the visitor opted out of the sale. */
  kind: 'shown' | 'hidden' | 'skipped'
  /** Fields known before it. */
  before: Fields
}

export interface Walk {
  /** Every step from the start to `current`, in order. */
  trail: Stop[]
  /** The first step that is shown and not answered; null at the end of the flow. */
  current: Stop | null
  /** Fields known there. */
  fields: Fields
}

/** Walks the offers in order, from the answers alone: the same answers always give the same walk. A step's rules see only earlier
 *  answers. A call_anyway step is on the trail only of visitors it is for. Ends at the first step shown that has no answers. `from` is a stop of an earlier walk whose earlier answers are unchanged:
 *  the walk, and its trail, begin there. Source: spec, section 4 "Initial step", "Next step". */
export function walk(flow: Flow, origin: Origin, answers: Answers, from?: Stop): Walk {
  const trail: Stop[] = []
  let fields = from ? from.before : withComputed(flow, origin, {})
  const places = placesOf(flow)
  for (let at = from ? from.index : startOf(flow, origin); at < places.length; at++) {
    const place = places[at]!
    const { step, offer_key } = place
    if (step.type === 'call_anyway' && origin.opt_out !== 'gpc') continue
    const isLeftOut = isForCallOnly(flow, place) && isOptedOut(origin, offer_key, fields)
    const kind =
      isLeftOut || !allHold(step.display_rules, fields)
        ? 'skipped'
        : step.type === 'hidden'
          ? 'hidden'
          : 'shown'
    const stop: Stop = { ...place, kind, before: fields }
    trail.push(stop)
    const given = kind === 'skipped' ? undefined : answers[place.id]
    if (kind === 'shown' && !given) return { trail, current: stop, fields }
    if (given) fields = withAnswers(flow, origin, fields, given)
  }
  return { trail, current: null, fields }
}

/** `fields` with one step's answers, without the consents that it did not give, and with updated computed fields. */
export function withAnswers(flow: Flow, origin: Origin, fields: Fields, given: StepData): Fields {
  const flat = flatten(given)
  const gone = Object.keys(given).filter((field) => given[field] === null && Object.hasOwn(fields, field))
  if (Object.keys(flat).length === 0 && gone.length === 0) return fields
  const known = { ...fields, ...flat }
  for (const field of gone) delete known[field]
  return withComputed(flow, origin, known)
}

/** Answers to keep after a new one: drops those of steps that the path now skips, and of hidden steps that were tracked with other
 *  fields. Answers beyond the first unanswered step stay, and are filled in again if the path reaches them. `before` is the trail until
 *  then. */
export function onPath(trail: readonly Stop[], answers: Answers, before: readonly Stop[] = trail): Answers {
  const known = new Map(before.map((stop) => [stop.id, stop.before]))
  const gone = new Set(
    trail
      .filter(
        (stop) =>
          stop.kind === 'skipped' ||
          (stop.kind === 'hidden' && !sameFields(known.get(stop.id) ?? {}, stop.before)),
      )
      .map(({ id }) => id),
  )
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !gone.has(id)))
}

/** Offer where a visitor begins: the one in force-start-offer, else the first. */
function startOffer(flow: Flow, origin: Origin): string | undefined {
  const forced = origin.query[FORCE_START_OFFER]
  return forced !== undefined && flow.offer_order.includes(forced) ? forced : flow.offer_order[0]
}

/** Query parameter with the offer to begin at. Source: spec, section 4. */
export const FORCE_START_OFFER = 'force-start-offer'

/** Every step of a flow, in the order of the walk. */
export const placesOf = once((flow: Flow): readonly Place[] =>
  flow.offer_order
    .flatMap((offer_key) =>
      (flow.ui_config.offers[offer_key]?.steps ?? []).map((step) => {
        const ref = { offer_key, step_key: step.name }
        return { ...ref, id: stepId(ref), step }
      }),
    )
    .map((place, index) => ({ ...place, index })),
)

/** Index of the first place of the walk. */
function startOf(flow: Flow, origin: Origin): number {
  const start = startOffer(flow, origin)
  const before = start === undefined ? [] : flow.offer_order.slice(0, flow.offer_order.indexOf(start))
  return before.reduce((sum, offer) => sum + (flow.ui_config.offers[offer]?.steps.length ?? 0), 0)
}
