import type { Course } from './walk.ts'
import type { AnswerRecord, StepRef } from '../../schemas/visitor/answer.ts'
import type { Seen } from '../../schemas/kernel/consent.ts'
import type { ExecuteAction, Flow, Step } from '../../schemas/flow/flow.ts'
import { complete, encode, flatten, stepFields, withInsisted } from './answers/data.ts'
import { agreedPart } from './answers/offerConsents.ts'
import type { Answers, StepData } from './answers/stepData.ts'
import {
  answer,
  answerIds,
  asksForPersonalData,
  findStep,
  inputs,
  sameStep,
  showsConsent,
  stepId,
} from './elements/elements.ts'
import { isComposite } from './elements/kinds.ts'
import { once } from './kernel/once.ts'
import type { InputElement } from '../../schemas/elements/element.ts'
import { fieldOf, isAnswered, type Fields } from './answers/fields.ts'
import { filledAfter, type Filled } from './filled.ts'
import { asksNothing, further, progress } from './progress.ts'
import { allHold, conditionsOf } from './rules.ts'
import { onPath, placesOf, walk, withAnswers, type Stop } from './walk.ts'

/** State of a visit. Names as in the spec's "Global flow state", section 3. */
export interface Journey {
  answers: Answers
  /** Initial values for steps that ask for these fields, until answered. */
  filled: Filled
  /** The current step; null at the end of the flow. */
  current: StepRef | null
  haveClicksOnPage: boolean
  visitedSent: boolean
  /** Real offers with an impression already sent. */
  visitedOffers: readonly string[]
  sentCompletedBasics: boolean
  /** Progress from 0 to 1; never decreases. */
  progress: number
}

export type JourneyEvent =
  | { type: 'click' }
  /** `data` is the step's form data; an answer to a step other than the current one is ignored. `seen` comes with it if the step has a
   *  consent. `filled` has what its checks filled in. `resumes` is set when it corrects a refusal after the visitor had continued, who
   *  then returns to where they were, past the answered steps. `insisted` lists fields with values that they know are unknown. */
  | {
      type: 'submit'
      step: StepRef
      data: StepData
      timeOnStepMs: number
      seen?: Seen
      filled?: Filled
      resumes?: boolean
      insisted?: readonly string[]
    }
  /** Goes back, or forward again, to a step that was answered or to the first that is not. Any other is ignored. */
  | { type: 'show'; step: StepRef }

/** Messages to send, in this order. */
export type Effect =
  | {
      type: 'step'
      step: StepRef
      answers: AnswerRecord[]
      timeOnStepMs: number
      execute_actions: ExecuteAction['name'][]
      seen?: Seen
    }
  | { type: 'visit' }
  | { type: 'impression'; offer_key: string }
  | { type: 'completed_basics' }

/** Journey with these answers: without any, at the first step that is shown. The effects are the hidden steps on the way that have not
 *  been tracked. Source: spec, section 4 "Initial step". */
export function begin(course: Course, answers: Answers = {}): [Journey, Effect[]] {
  return settle(course, {
    answers,
    filled: {},
    current: null,
    haveClicksOnPage: false,
    visitedSent: false,
    visitedOffers: [],
    sentCompletedBasics: false,
    progress: 0,
  })
}

/** Journey at its end without anything that was typed, for a page that someone else may load on the same device. Choices and consents
 *  stay, because what the end shows depends on them. If the path depends on whether something was typed, a mark stands for it; if it
 *  depends on more, the flow's plain end is shown. */
export function withoutTyped(course: Course, journey: Journey): Journey {
  const { flow } = course
  const left = (mark: (field: string) => boolean): Journey => {
    const answers = placesOf(flow).flatMap(({ id, step }) => {
      const data = journey.answers[id]
      if (!data) return []
      const marks = Object.keys(flatten(data)).flatMap((field) => (mark(field) ? [[field, TYPED]] : []))
      return [[id, { ...Object.fromEntries(marks), ...untyped(flow, step, data) }] as const]
    })
    return { ...journey, answers: Object.fromEntries(answers), filled: {} }
  }
  const bare = left(() => false)
  if (!journey.current || stepInSight(course, bare)) return bare
  const marked = left((field) => mayBeMissing(flow).has(field))
  return stepInSight(course, marked) ? marked : { ...bare, current: null }
}

/** Mark for something that was typed. */
const TYPED = '•'

/** Fields of which a rule asks if they are answered. */
const mayBeMissing = once(
  (flow: Flow): ReadonlySet<string> =>
    new Set(
      placesOf(flow)
        .flatMap(({ step }) => step.display_rules ?? [])
        .flatMap(conditionsOf)
        .flatMap(({ field, arg }) => (arg === null ? field : [])),
    ),
)

/** Answers to a step without what was typed: its choices, such as a vehicle, and its consents. */
function untyped(flow: Flow, step: Step, data: StepData): StepData {
  const typed = new Set(
    inputs(step)
      .filter((element) => element.type === 'input' && !isComposite(element))
      .flatMap((element) => fieldsOf(flow, element)),
  )
  return Object.fromEntries(Object.entries(data).filter(([field]) => !typed.has(field)))
}

/** Journey as anyone at the browser may know it, for its pages and for what its tabs share: without the answers to steps that ask for
 *  personal data, or at the end without what was typed there. Until the end, its current step lies behind those. */
export function withoutPersonalAnswers({ flow }: Course, journey: Journey): Journey {
  const personal = personalSteps(flow)
  if (!Object.keys(journey.answers).some((id) => personal.has(id))) return journey
  const current = journey.current && findStep(flow, journey.current)
  const hasEnded = !current || asksNothing(current)
  const answers = Object.fromEntries(
    placesOf(flow).flatMap(({ id, step }) => {
      const data = journey.answers[id]
      if (!data || (personal.has(id) && !hasEnded)) return []
      return [[id, personal.has(id) ? untyped(flow, step, data) : data]]
    }),
  )
  return { ...journey, answers, filled: {} }
}

/** Fields of steps that ask for personal data. */
export const personalFields = once(
  (flow: Flow): ReadonlySet<string> =>
    new Set(placesOf(flow).flatMap(({ step }) => (asksForPersonalData(step) ? stepFields(flow, step) : []))),
)

/** Fields of an element, and the name of its question, under which a value of several parts is held. */
function fieldsOf(flow: Flow, element: InputElement): string[] {
  const { question_key } = element
  return [question_key, ...answerIds(element).map((id) => answer(flow, question_key, id).backend_field_name)]
}

/** Journey in a tab that didn't have it: what was typed or agreed to is asked again, as the tab may be another person's. */
export function withoutPersonal(course: Course, journey: Journey): Journey {
  const step = journey.current && findStep(course.flow, journey.current)
  if (!step || asksNothing(step)) return journey
  const personal = personalSteps(course.flow)
  const kept = Object.entries(journey.answers).filter(([id]) => !personal.has(id))
  const isBare = kept.length === Object.keys(journey.answers).length
  if (isBare && (!journey.current || stepInSight(course, journey))) return journey
  const answers = Object.fromEntries(kept)
  const [{ current }] = begin(course, answers)
  return { ...journey, answers, filled: {}, current }
}

/** IDs of the steps that ask for personal data. */
export const personalSteps = once(
  (flow: Flow): ReadonlySet<string> =>
    new Set(placesOf(flow).flatMap(({ id, step }) => (asksForPersonalData(step) ? id : []))),
)

/** Applies an event to a journey. Pure: sends nothing, reads no clock. Source: spec, section 4. */
export function advance(course: Course, journey: Journey, event: JourneyEvent): [Journey, Effect[]] {
  if (event.type === 'click')
    return marks(course, journey.haveClicksOnPage ? journey : { ...journey, haveClicksOnPage: true })
  if (event.type === 'show') return [show(course, journey, event.step), []]
  const step = findStep(course.flow, event.step)
  if (!step || !sameStep(event.step, journey.current)) return [journey, []]
  return submit(course, journey, step, event)
}

function submit(
  course: Course,
  journey: Journey,
  step: Step,
  {
    step: ref,
    data,
    timeOnStepMs,
    seen,
    filled = {},
    resumes = false,
    insisted = [],
  }: Extract<JourneyEvent, { type: 'submit' }>,
): [Journey, Effect[]] {
  const given = complete(course.flow, step, data)
  const answers = { ...journey.answers, [stepId(ref)]: given }
  const { trail } = walk(course.flow, course.origin, journey.answers)
  const stop = trail.find((stop) => sameStep(stop, ref))
  const after = withAnswers(course.flow, course.origin, stop?.before ?? {}, given)
  const sent: Effect = {
    type: 'step',
    step: ref,
    answers: withInsisted(course.flow, step, { records: encode(course.flow, step, given), insisted }),
    timeOnStepMs,
    execute_actions: dueActions(course.flow, { ...ref, step }, after).map(({ name }) => name),
    ...(seen && showsConsent(step) && { seen }),
  }
  const isNew = !(stepId(ref) in journey.answers)
  const [settled, effects] = settle(course, { ...journey, answers }, { ref, trail, resumes, isNew })
  const now = filledAfter(course.flow, journey.filled, {
    step,
    known: stop?.before ?? {},
    filled,
    before: journey.answers,
    after: settled.answers,
  })
  return [{ ...settled, filled: now }, [sent, ...effects]]
}

/** Moves to the next step shown after the one just answered (or to the first without an answer), passes hidden ones, and drops answers
 *  that are no longer on the path. `from` has that step, the trail up to it, whether answered steps are passed as well, and whether it
 *  wasn't answered before. */
function settle(
  course: Course,
  journey: Journey,
  from?: { ref: StepRef; trail: readonly Stop[]; resumes: boolean; isNew: boolean },
): [Journey, Effect[]] {
  const passed: Effect[] = []
  const { trail, current, fields } = walk(course.flow, course.origin, journey.answers)
  let answers = onPath(trail, journey.answers, from?.trail)
  const start = trail.findIndex((stop) => from && sameStep(stop, from.ref)) + 1
  const isNext = ({ kind, id }: Stop) => kind === 'shown' && !(from?.resumes && id in answers)
  const next = from ? (trail.slice(start).find(isNext) ?? null) : current
  for (const stop of trail.slice(0, next ? trail.indexOf(next) : undefined)) {
    if (stop.kind !== 'hidden' || answers[stop.id]) continue
    answers = { ...answers, [stop.id]: {} }
    passed.push(hiddenStep(course.flow, stop))
  }
  const isEnd = !next || asksNothing(next.step)
  const reached =
    isEnd || !from
      ? progress(course, trail, next)
      : from.isNew
        ? further(course, journey.progress, next)
        : journey.progress
  const [marked, effects] = marks(
    course,
    {
      ...journey,
      answers,
      current: next && { offer_key: next.offer_key, step_key: next.step_key },
      progress: Math.max(journey.progress, reached),
    },
    fields,
  )
  return [marked, [...passed, ...effects]]
}

function hiddenStep(flow: Flow, stop: Stop): Effect {
  const { offer_key, step_key, before } = stop
  return {
    type: 'step',
    step: { offer_key, step_key },
    answers: [],
    timeOnStepMs: 0,
    execute_actions: dueActions(flow, stop, before).map(({ name }) => name),
  }
}

/** Marks that are sent once: the real visit at the first click, each real offer reached after a click, and the completed basics. */
function marks(
  course: Course,
  journey: Journey,
  fields: Fields = walk(course.flow, course.origin, journey.answers).fields,
): [Journey, Effect[]] {
  const { ui_config } = course.flow
  const effects: Effect[] = []
  let { visitedSent, visitedOffers, sentCompletedBasics } = journey
  if (journey.haveClicksOnPage && !visitedSent) {
    visitedSent = true
    effects.push({ type: 'visit' })
  }
  const offer_key = journey.current?.offer_key
  if (
    journey.haveClicksOnPage &&
    offer_key !== undefined &&
    ui_config.offers[offer_key]?.real &&
    !visitedOffers.includes(offer_key)
  ) {
    visitedOffers = [...visitedOffers, offer_key]
    effects.push({ type: 'impression', offer_key })
  }
  if (
    !sentCompletedBasics &&
    ui_config.basic_fields.length > 0 &&
    ui_config.basic_fields.every((field) => isAnswered(fieldOf(fields, field)))
  ) {
    sentCompletedBasics = true
    effects.push({ type: 'completed_basics' })
  }
  if (effects.length === 0) return [journey, effects]
  return [{ ...journey, visitedSent, visitedOffers, sentCompletedBasics }, effects]
}

function show({ flow, origin }: Course, journey: Journey, { offer_key, step_key }: StepRef): Journey {
  const current = { offer_key, step_key }
  const { trail } = walk(flow, origin, journey.answers)
  const shown = trail.some((stop) => stop.kind === 'shown' && sameStep(stop, current))
  return shown ? { ...journey, current } : journey
}

/** Current step, with what was known when the visitor came to it; null at the end of the flow. */
export function stepInSight({ flow, origin }: Course, { answers, current }: Journey): Stop | null {
  if (!current) return null
  return walk(flow, origin, answers).trail.find((stop) => sameStep(stop, current)) ?? null
}

/** The step shown before the current one; null at the first. */
export function previousStep({ flow, origin }: Course, { answers, current }: Journey): StepRef | null {
  if (!current) return null
  const { trail } = walk(flow, origin, answers)
  const here = trail.findIndex((stop) => sameStep(stop, current))
  const previous = trail.slice(0, here).findLast((stop) => stop.kind === 'shown')
  return previous ? { offer_key: previous.offer_key, step_key: previous.step_key } : null
}

/** Actions of a step that are due with these fields. A lead needs the offer's consents, and goes only to buyers that the visitor agreed
 *  to. */
export function dueActions(
  flow: Flow,
  { offer_key, step }: { offer_key: string; step: Step },
  fields: Fields,
): ExecuteAction[] {
  const met = (step.execute_actions ?? []).filter(({ rules }) => allHold(rules, fields))
  return met.flatMap((action) =>
    action.name === 'send_lead' ? (agreedPart(flow, offer_key, action, fields) ?? []) : action,
  )
}
