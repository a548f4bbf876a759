import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { ExecuteAction, Flow, Offer } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { WITH_FORM } from '../../../schemas/flow/site.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { choiceValue, controls, isChoice } from '../../flow/consent/agreement.ts'
import { asksEach, isConsentOf } from '../../flow/answers/offerConsents.ts'
import { buyerNames } from '../../flow/consent/buyerNames.ts'
import { hasBox, leaves, stepId } from '../../flow/elements/elements.ts'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { once } from '../../flow/kernel/once.ts'
import { inWords } from '../../flow/inWords.ts'
import { flowTexts, type FlowText } from '../../flow/languages/flowTexts.ts'
import { languageOf, languagesOf } from '../../flow/languages/language.ts'
import { wordsOf } from '../kernel/companyName.ts'
import { agreedStates } from './agreed.ts'
import { ageStates } from './proveAges.ts'
import type { Node } from '../solve/diagram.ts'
import type { Course } from '../solve/reach.ts'
import { answered, type FieldRead } from '../solve/space.ts'
import type { Stop } from '../solve/stops.ts'
import { LAW_PROBLEMS } from '../law/lawProblems.ts'
import { rulesOfRegimes, type LawCheck, type LawRule } from '../law/lawRules.ts'
import { says, type Phrase } from '../law/wordings.ts'

/** A way in which a flow would break a rule, if a visitor meets it. */
export interface Breach extends Pick<Problem, 'at' | 'message' | 'hint'> {
  rule: LawRule
  offer: string
  /** Place of its step among the stops. */
  index: number
  /** Lead action whose visitors are meant; those who see the step if there is none. */
  action?: ExecuteAction
  /** States that break it, among these visitors. */
  states: (course: Course) => Node
  /** Language in which the text is read; undefined for the flow's own. */
  language?: Language
}

/** A lead action of an offer with rules, with all that its checks look at. */
interface Sending {
  flow: Flow
  offer_key: string
  offer: Offer
  stops: readonly Stop[]
  index: number
  action: ExecuteAction
  at: Problem['at']
  consents: readonly AskedConsent[]
}

interface AskedConsent {
  at: Problem['at']
  field: string
  text: string
  seller: string | undefined
  index: number
}

type Found = Omit<Breach, 'rule' | 'offer'>

/** Every way in which the offers of a flow would break a rule of their regimes. */
export function breachesOf(flow: Flow, stops: readonly Stop[]): Breach[] {
  return Object.entries(flow.ui_config.offers).flatMap(([offer_key, offer]) => {
    const rules = rulesOfRegimes(offer.regimes)
    if (rules.length === 0) return []
    const consents = consentsOf(stops, offer_key)
    const sendings = stops.flatMap(({ step, ref, at }, index): Sending[] =>
      ref.offer_key !== offer_key
        ? []
        : (step.execute_actions ?? []).flatMap((action, n) =>
            action.name === 'send_lead'
              ? {
                  flow,
                  offer_key,
                  offer,
                  stops,
                  index,
                  action,
                  consents,
                  at: [...at, 'execute_actions', n],
                }
              : [],
          ),
    )
    return rules.flatMap((rule) =>
      breachesBy(rule.check, { flow, stops, offer_key }, sendings).map((found) => ({
        ...found,
        rule,
        offer: offer_key,
      })),
    )
  })
}

/** Fields that must be known where a lead is made, to tell who declined before. */
export function lawReads(flow: Flow, stops: readonly Stop[]): FieldRead[] {
  return stops.flatMap(({ step, ref: { offer_key: offer } }, index) => {
    const rules = rulesOfRegimes(flow.ui_config.offers[offer]?.regimes)
    if (!step.execute_actions || !rules.some(({ check }) => check.by === 'refusal_kept')) return []
    return refusals(flow, stops, { offer, index }).map(({ field }) => ({
      field,
      moment: answered(index),
      apart: true,
    }))
  })
}

function breachesBy(
  check: LawCheck,
  place: { flow: Flow; stops: readonly Stop[]; offer_key: string },
  sendings: readonly Sending[],
): Found[] {
  if (check.by === 'product') return []
  if (check.by === 'page_avoids') return textsAgainst(place, check.what)
  return sendings.flatMap((sending) => OF_LEADS[check.by](sending, check))
}

type LeadCheck = Exclude<LawCheck['by'], 'product' | 'page_avoids'>

const OF_LEADS: Record<LeadCheck, (sending: Sending, check: LawCheck) => Found[]> = {
  agreed: (sending) => [
    { ...lead(sending, LAW_PROBLEMS.agreed(idOf(sending), sending.offer_key)), states: unagreed(sending) },
  ],
  consent_says: (sending, check) =>
    'what' in check
      ? consentsWhere(
          sending,
          LAW_PROBLEMS[check.what],
          (text, language) => !says(check.what, text, language),
        )
      : [],
  consent_avoids: (sending, check) =>
    'what' in check
      ? consentsWhere(sending, LAW_PROBLEMS[check.what], (text, language) => says(check.what, text, language))
      : [],
  buyers_named: (sending) => {
    const { jornaya } = sending.flow.ui_config.entrypoint.tracking_scripts
    const names = namesOf(sending)
    // With Jornaya and several buyers, the page lists them below the text.
    if (jornaya !== undefined && names.length > 1) return []
    return sending.consents.flatMap((consent) => {
      const meant = consent.seller === undefined ? names : namesOf(sending, consent.seller)
      const missing = meant.filter((name) => !wordsOf(name).test(consent.text))
      if (missing.length === 0) return []
      const words = LAW_PROBLEMS.buyersNamed(inWords(missing, 'and'))
      return [{ ...lead(sending, words), at: consent.at, states: gave(consent) }]
    })
  },
  buyers_apart: (sending) => {
    const names = buyerNames(sending.flow, sending.offer_key)
    if (names.length < 2 || asksEach(sending.consents)) return []
    const words = LAW_PROBLEMS.buyersApart(sending.offer_key, inWords(names, 'and'))
    return [{ ...lead(sending, words), states: everyone }]
  },
  adult: (sending) => [
    {
      ...lead(sending, LAW_PROBLEMS.adult(idOf(sending))),
      states: (course) => {
        const { isMinor, isUnknown } = ageStates(course)
        return course.space.diagram.or(isMinor, isUnknown)
      },
    },
  ],
  responsible_shown: (sending) => {
    const { responsible } = sending.offer
    if (!responsible)
      return [{ ...lead(sending, LAW_PROBLEMS.responsibleMissing(sending.offer_key)), states: everyone }]
    const { name, address } = responsible
    return sending.consents.flatMap((consent) =>
      languagesOf(sending.flow).flatMap((language): Found[] => {
        const shown = shownWith(sending, consent.index, language)
        const hidden = [name, address].find((text) => !shown.some((one) => one.includes(text)))
        if (hidden === undefined) return []
        const words = LAW_PROBLEMS.responsibleHidden(hidden)
        return [{ ...lead(sending, words), states: gave(consent), ...inOther(sending.flow, language) }]
      }),
    )
  },
  opt_out_linked: (sending) =>
    sending.flow.ui_config.site.footer.some(({ document }) => OPT_OUT.has(document))
      ? []
      : [{ ...lead(sending, LAW_PROBLEMS.optOutLinked), at: FOOTER, states: everyone }],
  hours_passed_on: (sending) => {
    const { fields } = sending.flow.ui_config
    if (Object.values(fields).some(({ compute }) => compute === 'calling_hours')) return []
    const words = LAW_PROBLEMS.hoursPassedOn(inWords(namesOf(sending), 'or'))
    return sending.action.buyers?.length ? [{ ...lead(sending, words), states: everyone }] : []
  },
  refusal_kept: (sending) => {
    const { flow, stops, offer_key, index } = sending
    const declined = refusals(flow, stops, { offer: offer_key, index })
    if (declined.length === 0) return []
    return [
      {
        ...lead(sending, LAW_PROBLEMS.refusalKept(idOf(sending), offer_key)),
        states: (course) => {
          const { diagram } = course.space
          return diagram.or(
            ...declined.map(({ field, value, later }) =>
              diagram.and(
                course.predicates.has(field, new Set([value])),
                ...later.map((consent) => diagram.not(gave(consent)(course))),
              ),
            ),
          )
        },
      },
    ]
  },
}

const everyone = ({ space: { diagram } }: Course): Node => diagram.and()
const FOOTER = ['ui_config', 'site', 'footer']

/** Documents with a form in which visitors opt out of the sale. */
const OPT_OUT = new Set(WITH_FORM.filter((document) => document !== 'unsubscribe'))

function lead(
  { index, action, at }: Sending,
  words: Pick<Problem, 'message' | 'hint'>,
): Omit<Found, 'states'> {
  return { ...words, at, index, action }
}

function idOf({ stops, index }: Sending): string {
  return stepId(stops[index]!.ref)
}

/** Names of the buyers of an action, or of one of them. */
function namesOf({ flow, action: { buyers = [] } }: Sending, only?: string): string[] {
  const keys = only === undefined ? buyers : buyers.filter((key) => key === only)
  return keys.flatMap((key) => flow.ui_config.buyers?.[key]?.name ?? [])
}

function gave({ field, text }: AskedConsent): Breach['states'] {
  return ({ predicates }) => predicates.has(field, new Set([text]))
}

function unagreed({ stops, offer_key, action }: Sending): Breach['states'] {
  return (course) => course.space.diagram.not(agreedStates(course, stops, { offer: offer_key, action }).toAny)
}

/** Consents that an offer's leads rest on, one for each text. */
function consentsOf(stops: readonly Stop[], offer: string): AskedConsent[] {
  return stops.flatMap(({ ref, asks }, index) =>
    asks.flatMap((ask): AskedConsent[] => {
      if (ask.kind !== 'single' || !ask.isConsent || !('question_key' in ask.element)) return []
      if (!isConsentOf(offer, { offer: ref.offer_key, field: ask.field })) return []
      const { question_key, answer_id = '' } = ask.element as { question_key: string; answer_id?: string }
      const at = ['constants_config', 'questions', question_key, 'answers', answer_id, 'backend_field_value']
      const seller = hasBox(ask.element) ? ask.element.seller : undefined
      return ask.values.map((text) => ({ at, field: ask.field, text, seller, index }))
    }),
  )
}

/** Consents with a wrong text in a language of the flow. */
function consentsWhere(
  sending: Sending,
  words: Pick<Problem, 'message' | 'hint'>,
  isWrong: (text: string, language: Language) => boolean,
): Found[] {
  const { flow } = sending
  return sending.consents.flatMap((consent) =>
    languagesOf(flow).flatMap((language): Found[] => {
      const { text, at } = translated(flow, consent, language)
      if (!isWrong(text, language)) return []
      return [{ ...lead(sending, words), at, states: gave(consent), ...inOther(flow, language) }]
    }),
  )
}

/** A text and its place in a language of the flow. */
function translated(
  flow: Flow,
  { text, at }: Pick<FlowText, 'text' | 'at'>,
  language: Language,
): Pick<FlowText, 'text' | 'at'> {
  const words = language === languageOf(flow) ? undefined : flow.ui_config.languages?.[language]
  return words && Object.hasOwn(words, text)
    ? { text: words[text]!, at: ['ui_config', 'languages', language, text] }
    : { text, at }
}

function inOther(flow: Flow, language: Language): Pick<Breach, 'language'> {
  return language === languageOf(flow) ? {} : { language }
}

/** Buttons that decline a consent of an offer after visitors may have agreed to another one, by what they record, with the consents that
 *  they can still agree to afterwards. */
function refusals(
  flow: Flow,
  stops: readonly Stop[],
  { offer, index }: { offer: string; index: number },
): { field: string; value: string; later: AskedConsent[] }[] {
  const consents = consentsOf(stops, offer).filter((consent) => consent.index <= index)
  return [...new Set(consents.map((consent) => consent.index))].flatMap((at) => {
    const here = consents.filter((consent) => consent.index === at).map(({ field }) => field)
    if (!consents.some((consent) => consent.index < at && !here.includes(consent.field))) return []
    const later = consents.filter((consent) => consent.index > at)
    return controls(stops[at]!.step)
      .filter((control) => isChoice(control))
      .filter(({ agrees }) => agrees === false)
      .map((choice) => ({ ...choiceValue(flow, choice), later }))
  })
}

/** Texts on a step, and those of the site that every page shows, in a language. */
function shownWith({ flow, stops }: Sending, index: number, language: Language): string[] {
  const { company } = flow.ui_config.site
  const texts = shownTexts(flow)
  const shown = [...textsOfStep(stops[index]!, texts), ...texts.filter(({ at }) => isWithin(at, DISCLAIMER))]
  return [
    ...shown.map((one) => translated(flow, one, language).text),
    ...(company ? [company.name, ...company.address] : []),
  ]
}

const SITE = ['ui_config', 'site']
const DISCLAIMER = [...SITE, 'disclaimer']

/** Texts that a step shows: its own, and those of its questions. */
function textsOfStep(stop: Stop, texts: readonly FlowText[]): FlowText[] {
  const places = placesOfStep(stop)
  return texts.filter(({ at }) => places.some((place) => isWithin(at, place)))
}

function placesOfStep({ at, step }: Stop): Problem['at'][] {
  const asked = leaves(step.questions).flatMap((element: LeafElement) =>
    'question_key' in element ? [['constants_config', 'questions', element.question_key]] : [],
  )
  return [at, ...asked]
}

function isWithin(at: Problem['at'], place: Problem['at']): boolean {
  return place.every((key, index) => at[index] === key)
}

/** Texts of an offer's steps, and those of the site around them, that say what an ad can't say. */
function textsAgainst(
  { flow, stops, offer_key }: { flow: Flow; stops: readonly Stop[]; offer_key: string },
  what: Extract<LawCheck, { by: 'page_avoids' }>['what'],
): Found[] {
  const wrong = textsThatSay(flow, what)
  if (wrong.length === 0) return []
  const own = stops.flatMap((stop, index) => (stop.ref.offer_key === offer_key ? { stop, index } : []))
  return own.flatMap(({ stop, index }, n) => {
    const places = [...placesOfStep(stop), ...(n === 0 ? [SITE] : [])]
    return wrong
      .filter(({ at }) => places.some((place) => isWithin(at, place)))
      .map(({ readAt, language }): Found => ({
        ...LAW_PROBLEMS[what],
        at: readAt,
        index,
        states: everyone,
        ...inOther(flow, language),
      }))
  })
}

/** Texts of a flow that say something, in each language, with the place where that reading is written. */
function textsThatSay(flow: Flow, what: Phrase): readonly SaidText[] {
  const known = said(flow)
  const found =
    known.get(what) ??
    shownTexts(flow).flatMap((text) =>
      languagesOf(flow).flatMap((language): SaidText[] => {
        const read = translated(flow, text, language)
        return says(what, read.text, language) ? [{ at: text.at, readAt: read.at, language }] : []
      }),
    )
  known.set(what, found)
  return found
}

interface SaidText {
  at: Problem['at']
  readAt: Problem['at']
  language: Language
}

const shownTexts = once((flow: Flow) => flowTexts(flow))
const said = once((_flow: Flow) => new Map<Phrase, readonly SaidText[]>())

/** Address parameters of a visitor who reads a language. */
export function queryIn(language: Language | undefined): Record<string, string> {
  return language !== undefined ? { [LANGUAGE_PARAMETER]: language } : {}
}
