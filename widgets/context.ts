import { createContext, use, type Context } from 'react'
import type { Flow, Step } from '../schemas/flow/flow.ts'
import type { LinkOutElement, Redirect } from '../schemas/elements/element.ts'
import type { Catalog, PhoneNumber } from '../schemas/visitor/page.ts'
import type { NotSold } from '../schemas/visitor/sessions.ts'
import type { StepRef } from '../schemas/visitor/answer.ts'
import type { StepData } from '../src/flow/answers/stepData.ts'
import type { SummaryRow } from '../src/flow/summary.ts'
import type { Fields } from '../src/flow/answers/fields.ts'
import { says } from '../src/flow/languages/language.ts'
import type { Fate } from '../src/flow/outcome.ts'
import type { Sentences } from '../src/texts/languages/sentences.ts'

/** The current step and what is known when it is shown. Every widget may read it. Stays the same while the step is shown, unless an
 *  earlier answer changes. */
export interface StepView {
  flow: Flow
  /** Prefix of the site's own addresses; empty, except in a preview. */
  base: string
  /** Path name of the site. */
  path: string
  step: Step
  /** Heading of the step, as visitors read it. */
  title: string
  /** Offer of the step. */
  offer_key: string
  /** New York day on which the session began, YYYY-MM-DD. */
  today: string
  /** Initial value of each field: the visitor's earlier answer, if they were here before. */
  begun: StepData
  /** Fields of the visitor before this step. */
  fields: Fields
  /** Progress of the visitor, from 0 to 1. */
  progress: number
  /** Earlier answers that the step lists. */
  summary: readonly SummaryRow[]
  /** Goes to an earlier step, whose next answer returns here. */
  edit: (step: StepRef) => void
}

/** State of the step's form, for inputs and buttons. Changes when errors show or go away, on submit, and when a catalog has loaded. */
export interface FormView {
  /** Errors by backend field. */
  errors: Readonly<Record<string, string>>
  /** Ways to resolve an error, by backend field: buttons beside it. */
  ways: Readonly<Record<string, readonly Way[]>>
  /** True if the step is being submitted. */
  busy: boolean
  /** Sets a field; the button's own click then submits the form. */
  choose: (field: string, value: string) => void
  /** Called when the visitor leaves a field: its errors may show now. */
  leave: (field: string) => void
  /** Partial input of widgets, kept until the step is submitted. */
  partialInput: { keep: (field: string, half: object) => void; kept: (field: string) => never }
  /** Catalog of a model year: undefined while it loads, null if it is unavailable. */
  catalog: (year: string) => Catalog | null | undefined
  /** Runs it once the last render is painted. */
  afterPaint: (work: () => void) => void
}

/** Data that arrives while the step is shown, for results and for links to other pages. Changes when the server or a tracking script
 *  reports something. */
export interface LiveData {
  /** Fields of the visitor before this step, with the other fields that rules of an end may read. */
  known: Fields
  /** Outcomes of the visitor's details so far, by buyer. */
  fates: ReadonlyMap<string, Fate>
  /** Reason why their leads are not sold, if known; null if nothing prevents it. */
  notSold: NotSold | null
  /** True once the server has reported the outcome so far. */
  isOutcomeKnown: boolean
  /** Returns the tracked number; null while unknown. */
  phone: () => PhoneNumber | null
  /** Address of a page that a buyer of the visitor's details sends them to, if it names one. */
  buyerPage: (buyer: string) => string | undefined
  /** Address of a button that opens another page, null while unknown, and a function to report a press. `link` replaces its own address. */
  linkOut: (element: LinkOutElement | Redirect, link?: string | null) => OutWay
  /** Takes the visitor to another page; null without a browser. */
  redirectWhenSent: ((leaving: Leaving) => Stop) | null
}

/** Stops it, for the whole visit or until it is requested again. */
export type Stop = (forGood: boolean) => void

interface OutWay {
  href: string | null
  opened: () => void
}

/** A page that a visitor is taken to. */
export interface Leaving {
  /** Address and report function, at the moment of leaving. */
  way: () => OutWay
  /** True to leave by itself, false for only a link. */
  goes: boolean
  onState: (state: LeavingState) => void
}

/** sending: answers are being sent, and the link waits for them. soon: the page opens by itself. here: a press opens it in this tab.
 *  beside: a press opens it in a new one. */
export type LeavingState = 'sending' | 'soon' | 'here' | 'beside'

/** A way to resolve an error. */
export interface Way {
  text: string
  take: () => void
}

/** Parts for elements that are only read. */
export type Reading = Pick<StepView, 'flow' | 'base' | 'offer_key' | 'fields'>

export const StepContext = createContext<StepView | Reading | null>(null)
export const FormContext = createContext<FormView | null>(null)
export const LiveContext = createContext<LiveData | null>(null)

/** The current step. Throws outside a step, as the other two do. */
export const useStep = () => useInside(StepContext) as StepView

/** The form of the current step. */
export const useForm = () => useInside(FormContext)

/** Live data of the current step. */
export const useLiveData = () => useInside(LiveContext)

function useInside<T>(context: Context<T | null>): T {
  const view = use(context)
  if (!view) throw new Error('A widget stands outside of a step.')
  return view
}

/** The same for elements that may also be outside a step. */
export const useReading: () => Reading = useStep

/** Our own sentences in the language of the step. */
export function useSentences(): Sentences {
  return says(useStep().flow)
}
