import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Step } from '../../../schemas/flow/flow.ts'
import { leaves, sameStep, stepId } from '../../flow/elements/elements.ts'
import { isA, isInput } from '../../flow/elements/kinds.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { startsOf, toForm } from '../../flow/form.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { personalFields, personalSteps, previousStep, stepInSight, type Journey } from '../../flow/journey.ts'
import { summaryOf, type SummaryRow } from '../../flow/summary.ts'
import type { Page } from '../../flow/page.ts'
import { leadsOnPath, type PathLead } from '../../flow/outcome.ts'
import { isLastQuestion } from '../../flow/progress.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Stop } from '../../flow/walk.ts'

/** A journey at its current step: everything needed to render it. */
export interface Screen {
  /** Key that changes only with the step or the initial values of its form. */
  key: string
  /** The step; null at the end of the flow. */
  stop: Stop | null
  /** Fields of the visitor before it, if they show on it; else empty, so that a prerendered step is rendered only once while the visitor
   *  types. */
  fields: Fields
  /** Initial values of its form: what the visitor answered here before, else what is known by then, but with the values that a check has
   *  filled in since. */
  started: StepData
  /** Errors of a form that was posted without a script. */
  errors: readonly FieldError[]
  previous: StepRef | null
  /** Progress of the visitor, from 0 to 1. */
  progress: number
  /** True if nothing is asked after it. */
  isLastQuestion: boolean
  /** Leads on the path. */
  leads: readonly PathLead[]
  /** Earlier answers that its step lists; empty if it lists none. */
  summary: readonly SummaryRow[]
}

export function screenOf(page: Page, journey: Journey): Screen {
  const { filled } = journey
  const stop = stepInSight(page, journey)
  const known = knownAt(journey, stop)
  const fields = page.is_withheld ? withoutFields(known, personalFields(page.flow)) : known
  const id = stop ? stepId(stop) : ''
  const answered = journey.answers[id]
  const posted = stop && !answered && sameStep(page.refused?.step ?? null, stop) ? page.refused : undefined
  const begun = answered ?? { ...(stop && startsOf(page.flow, stop.step)), ...fields, ...posted?.data }
  const started = stop ? pick({ ...begun, ...filled }, toForm(page.flow, stop.step).schema.properties) : {}
  return {
    key: `${id} ${JSON.stringify(started)}`,
    stop,
    fields: !stop || page.link_hours || showsKnown(stop.step) ? fields : NOTHING,
    started,
    errors: posted?.errors ?? NO_ERRORS,
    previous: previousStep(page, journey),
    progress: journey.progress,
    isLastQuestion: stop !== null && isLastQuestion(page, stop),
    leads: leadsOnPath(page, journey),
    summary: stop?.step.summary ? summaryAt(page, journey, stop) : NO_ROWS,
  }
}

/** A page whose personal answers are withheld has their rows, so that nothing moves when they come. */
function summaryAt(page: Page, journey: Journey, stop: Stop): readonly SummaryRow[] {
  const personal = page.is_withheld ? personalSteps(page.flow) : null
  return summaryOf(page, journey, stop).map((row) =>
    personal?.has(stepId(row)) ? { ...row, answer: '' } : row,
  )
}

/** Fields of the visitor before the journey's current step. */
export function knownBefore(page: Page, journey: Journey): Fields {
  return knownAt(journey, stepInSight(page, journey))
}

function knownAt({ filled }: Journey, stop: Stop | null): Fields {
  return { ...filled, ...stop?.before }
}

/** True if what a step shows may depend on earlier fields: questions and buttons without rules are the same for everyone. */
function showsKnown({ questions }: Step): boolean {
  return leaves(questions).some((element) => {
    const isPlain = isInput(element) || isA(element, 'choice') || element.type === 'submit'
    return !isPlain || 'display_rules' in element
  })
}

function withoutFields(fields: Fields, left: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !left.has(field)))
}

const NOTHING: Fields = {}
const NO_ROWS: readonly SummaryRow[] = []
const NO_ERRORS: readonly FieldError[] = []

/** True if two screens render alike; their keys identify the steps. */
export function sameScreen(a: Screen, b: Screen): boolean {
  const text = (screen: Screen) => JSON.stringify({ ...screen, stop: undefined })
  return text(a) === text(b)
}

/** Values that a form with these properties can hold; for a list of options, only those. */
export function pick(data: StepData, properties: StepSchema['properties']): StepData {
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined
      const offered = property && 'enum' in property ? property.enum : undefined
      return property && (!offered || offered.some((one) => one === value))
    }),
  )
}
