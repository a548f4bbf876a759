import { createContext, use } from 'react'
import type { Flow, Step } from '../schemas/flow.ts'
import type { LinkOutElement, Redirect } from '../schemas/element.ts'
import type { Catalogue, PhoneNumber } from '../schemas/visitor/page.ts'
import type { NotSold } from '../schemas/visitor/sessions.ts'
import type { StepData } from '../src/flow/answers/stepData.ts'
import type { Fields } from '../src/flow/answers/fields.ts'
import { says } from '../src/flow/languages/language.ts'
import type { Fate } from '../src/flow/outcome.ts'
import type { Sentences } from '../src/texts/languages/sentences.ts'

/** What the step in sight offers its widgets, beside the value that each of them holds. */
export interface StepView {
  flow: Flow
  /** The site's path name. */
  path: string
  step: Step
  /** The offer that it belongs to. */
  offer_key: string
  /** The New York day on which the session began, YYYY-MM-DD. */
  today: string
  /** What each field of the step began with: what the visitor answered when they were here before, if they were. */
  begun: StepData
  /** What is wrong, by backend field. */
  errors: Readonly<Record<string, string>>
  /** What the visitor may do about it, by backend field: buttons beside what is wrong. */
  ways: Readonly<Record<string, readonly Way[]>>
  /** Whether the step is being submitted. */
  busy: boolean
  /** Gives a field its value; the button's own click then submits the form. */
  choose: (field: string, value: string) => void
  /** The visitor has left a field: what is wrong with it may be said now. */
  leave: (field: string) => void
  /** What a widget holds that is no value yet, kept until the step is submitted. */
  partialInput: { keep: (field: string, half: object) => void; kept: (field: string) => never }
  /** A model year's catalogue: undefined while it loads, null when it cannot be had. */
  catalogue: (year: string) => Catalogue | null | undefined
  /** Does it once what was just drawn is on the screen. */
  afterPaint: (work: () => void) => void
  /** What is known of the visitor before this step. */
  fields: Fields
  /** The same, and what rules of an end may look at besides. */
  known: Fields
  /** How far the visitor has come, 0 to 1. */
  progress: number
  /** What became of the visitor's details so far, by buyer. */
  fates: ReadonlyMap<string, Fate>
  /** Why their leads are not sold, as far as it is known; null while nothing speaks against it. */
  notSold: NotSold | null
  /** Whether that is all that there is to know so far: the server has said it. */
  isOutcomeKnown: boolean
  /** The tracked number; null while it is not known. */
  phone: () => PhoneNumber | null
  /** The page of its own that a buyer of the visitor's details sends them to, if it names one. */
  buyerPage: (buyer: string) => string | undefined
  /** Where a button that opens another page leads, null while that is not known, and what tells that it was pressed. `link`:
   *  the address that stands for its own. */
  linkOut: (element: LinkOutElement | Redirect, link?: string | null) => OutWay
  /** Takes the visitor to another page; null where there is no browser. */
  takeAway: ((leaving: Leaving) => Stop) | null
}

/** Stops it, for the whole visit or until it is asked for again. */
export type Stop = (forGood: boolean) => void

interface OutWay {
  href: string | null
  opened: () => void
}

/** A page that a visitor is taken to. */
export interface Leaving {
  /** Where to, as it stands when they go. */
  way: () => OutWay
  /** Whether they are, or have a link alone. */
  goes: boolean
  onState: (state: LeavingState) => void
}

/** sending: answers are on their way, and the link waits for them. soon: the page opens by itself. here: a press opens it in
 *  this tab. beside: a press opens it in a new one. */
export type LeavingState = 'sending' | 'soon' | 'here' | 'beside'

/** A way on from an error. */
export interface Way {
  text: string
  take: () => void
}

/** What of it those ask for that are only read. */
export type Reading = Pick<StepView, 'flow' | 'offer_key' | 'fields'>

export const StepContext = createContext<StepView | Reading | null>(null)

/** The step in sight. Throws outside of a step's form. */
export function useStep(): StepView {
  const view = use(StepContext)
  if (!view) throw new Error('A widget stands outside of a step.')
  return view as StepView
}

/** The same for what may stand beside a step as well. */
export const useReading: () => Reading = useStep

/** Our own sentences in the language of the step. */
export function useSentences(): Sentences {
  return says(useStep().flow)
}
