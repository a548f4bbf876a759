import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { ExecuteAction, Flow } from '../../schemas/flow/flow.ts'
import { asksEach, hasAgreed, offerConsents } from './answers/offerConsents.ts'
import { asksForCall } from './answers/optOut.ts'
import { sameStep } from './elements/elements.ts'
import type { Journey } from './journey.ts'
import { allHold } from './rules.ts'
import type { Course } from './walk.ts'
import { walk, withAnswers } from './walk.ts'

/** Outcome of a visitor's details for one buyer. If a buyer has several leads, the earliest in this list is shown. sending: on the way
 *  to our own server, once there is a connection. offline: the same without one. unsent: our server refused them. unfit: agreed to, but the flow's rules prevent sending. */
export const FATES = [
  'accepted',
  'due',
  'sending',
  'offline',
  'waiting',
  'dead',
  'rejected',
  'kept',
  'unsent',
  'unfit',
  'declined',
] as const
export type Fate = (typeof FATES)[number]

/** Fates of a lead that was sent, or is about to be. */
export const SENT: ReadonlySet<Fate> = new Set(FATES.slice(0, FATES.indexOf('kept')))

/** The server's answer about a visitor's leads, and what only the browser knows. */
export interface KnownOutcome extends Outcome {
  /** True if the server refused an answer of the visit, so that no later one reaches it. */
  isUnsent?: boolean | undefined
  /** True if the browser has no connection. */
  isOffline?: boolean | undefined
}

/** A lead on the visitor's path. */
export interface PathLead {
  buyers: readonly string[]
  fate: 'sending' | 'unfit' | 'declined'
  /** True if the visitor's last press decided it. */
  isNew: boolean
  /** True if the visitor asked for a call in spite of Global Privacy Control. */
  isAnyway?: true
}

/** Leads on the path, as far as the flow itself knows: due ones were requested, with nothing further known here. */
export function leadsOnPath(
  { flow, origin }: Course,
  { answers, current }: Pick<Journey, 'answers' | 'current'>,
): readonly PathLead[] {
  if (!flow.ui_config.buyers) return NONE
  const { trail } = walk(flow, origin, answers)
  const end = current ? trail.findIndex((stop) => sameStep(stop, current)) : trail.length
  const start = trail.slice(0, end).findLastIndex(({ kind }) => kind === 'shown')
  return trail.flatMap(({ id, kind, step, offer_key, before }, index) => {
    const given = kind === 'skipped' ? undefined : answers[id]
    const sends = (step.execute_actions ?? []).filter(isLead)
    if (!given || sends.length === 0) return []
    const fields = withAnswers(flow, origin, before, given)
    const isNew = start <= index && index < end
    const asked = offerConsents(flow, offer_key)
    const common = { isNew, ...(asksForCall(offer_key, fields) && { isAnyway: true as const }) }
    return sends.flatMap(({ rules, buyers = [] }) => {
      const fateAt = (buyer: string | null): PathLead['fate'] => {
        const agreed = hasAgreed(flow, { offer_key, buyer }, fields)
        if (!agreed && asked.length > 0) return 'declined'
        if (allHold(rules, fields)) return 'sending'
        return agreed ? 'unfit' : 'declined'
      }
      if (!asksEach(asked)) return { buyers, fate: fateAt(null), ...common }
      return buyers.map((buyer) => ({ buyers: [buyer], fate: fateAt(buyer), ...common }))
    })
  })
}

const NONE: readonly PathLead[] = []

/** True if it is known where the flow's leads go: it names its buyers, or has no leads. */
export function knowsBuyers(flow: Flow): boolean {
  return flow.ui_config.buyers !== undefined || !sellsLeads(flow)
}

/** True if a visitor's answers may become a lead. */
export function sellsLeads({ ui_config: { offers } }: Flow): boolean {
  return Object.values(offers).some(({ steps }) => steps.some((step) => step.execute_actions?.some(isLead)))
}

const isLead = ({ name }: ExecuteAction) => name === 'send_lead'

/** Fate of the visitor's details for each buyer on the path or from the server, those sent first. `known` is the server's answer; null
 *  before there is one. */
export function fatesOf(leads: readonly PathLead[], known: KnownOutcome | null): Map<string, Fate> {
  const fates = (known?.leads ?? []).map(({ buyer, state }): [string, Fate] => [buyer, state])
  const answered = fates.map(([buyer]) => buyer)
  for (const { buyers, fate, isAnyway } of leads) {
    const isKept = known?.not_sold && !(isAnyway && known.not_sold === 'gpc')
    for (const buyer of buyers)
      if (fate !== 'sending') fates.push([buyer, fate])
      else if (!answered.includes(buyer))
        fates.push([
          buyer,
          isKept ? 'kept' : known?.isUnsent ? 'unsent' : known?.isOffline ? 'offline' : fate,
        ])
  }
  // The best fate of a buyer is set last and stays; the first in order is then the best.
  const rank = ([, fate]: [string, Fate]) => FATES.indexOf(fate)
  const best = new Map(fates.sort((a, b) => rank(b) - rank(a)))
  return new Map([...best].sort((a, b) => rank(a) - rank(b)))
}
