import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { ExecuteAction, Flow } from '../../schemas/flow.ts'
import { asksEach, hasAgreed, offerConsents } from './consent/offerConsents.ts'
import { sameStep } from './elements.ts'
import type { Journey } from './journey.ts'
import { allHold } from './rules.ts'
import type { Course } from './walk.ts'
import { walk, withAnswers } from './walk.ts'

/** What became of a visitor's details, for one buyer. The ones first are said of a buyer of several leads. sending: they
 *  are on their way to our own server. unfit: agreed to, and the flow's rules let it not be sent. */
export const FATES = [
  'accepted',
  'due',
  'sending',
  'waiting',
  'dead',
  'rejected',
  'kept',
  'unfit',
  'declined',
] as const
export type Fate = (typeof FATES)[number]

/** Those of a lead that was sent, or is about to be. */
export const SENT: ReadonlySet<Fate> = new Set(FATES.slice(0, FATES.indexOf('kept')))

/** A lead that the visitor's path came by. */
export interface PathLead {
  buyers: readonly string[]
  fate: 'sending' | 'unfit' | 'declined'
  /** Whether the visitor's last press decided it. */
  isNew: boolean
}

/** The leads that the path came by, as far as the flow itself knows: what is due was asked for, and no more is known of it
 *  here. */
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
    return sends.flatMap(({ rules, buyers = [] }) => {
      const fateAt = (buyer: string | null): PathLead['fate'] => {
        const agreed = hasAgreed(flow, { offer_key, buyer }, fields)
        if (!agreed && asked.length > 0) return 'declined'
        if (allHold(rules, fields)) return 'sending'
        return agreed ? 'unfit' : 'declined'
      }
      if (!asksEach(asked)) return { buyers, fate: fateAt(null), isNew }
      return buyers.map((buyer) => ({ buyers: [buyer], fate: fateAt(buyer), isNew }))
    })
  })
}

const NONE: readonly PathLead[] = []

/** Whether it is known where the flow's leads go: to the buyers that it names, or there are none. */
export function knowsBuyers({ ui_config: { buyers, offers } }: Flow): boolean {
  const steps = Object.values(offers).flatMap((offer) => offer.steps)
  return buyers !== undefined || !steps.some((step) => step.execute_actions?.some(isLead))
}

const isLead = ({ name }: ExecuteAction) => name === 'send_lead'

/** What became of the visitor's details, for each buyer that the path or the server names, those that were sent first.
 *  `known`: what the server says; null while it has said nothing. */
export function fatesOf(leads: readonly PathLead[], known: Outcome | null): Map<string, Fate> {
  const fates = (known?.leads ?? []).map(({ buyer, state }): [string, Fate] => [buyer, state])
  const answered = fates.map(([buyer]) => buyer)
  for (const { buyers, fate } of leads)
    for (const buyer of buyers)
      if (fate !== 'sending') fates.push([buyer, fate])
      else if (!answered.includes(buyer)) fates.push([buyer, known?.not_sold ? 'kept' : fate])
  // Of one buyer the best stays, which is set last; the first in order is then the best.
  const rank = ([, fate]: [string, Fate]) => FATES.indexOf(fate)
  const best = new Map(fates.sort((a, b) => rank(b) - rank(a)))
  return new Map([...best].sort((a, b) => rank(a) - rank(b)))
}
