import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Share } from '../../../schemas/kernel/version.ts'
import type { ScriptedJourney } from './journeysOf.ts'
import type { Sale } from '../../store/nouns/sales/saleTypes.ts'
import type { NewSession, SessionEvent, StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../store/store.ts'
import type { Effect } from '../../flow/journey.ts'
import { versionFor } from '../../store/nouns/versions/split.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { between, hex, one, uuid, weighted, type Random } from './random.ts'
import { DAY_MS } from '../../time/durations.ts'

export interface Site {
  path: string
  shares: Share[]
  versions: Map<Share['version'], { flow: Flow; journeys: ScriptedJourney[] }>
}

/** All records that one visitor leaves in the store. */
export interface SeededVisitor {
  session: NewSession
  events: SessionEvent[]
  steps: StepRecord[]
  /** `after`: number of steps recorded when the lead became due. */
  leads: { offer: string; after: number; at: number }[]
  linkOuts: Parameters<Store['linkOut']>[0][]
  sales: Sale[]
  returns: Sale[]
  /** Consent certificates of a registered visitor, with obviously fictional IDs. */
  certificates: { id: 'trustedform_cert_url' | 'jornaya_lead_id'; value: string; at: number }[]
}

/** Probabilities at each turn, close to those of real funnels. */
const CHANCE = {
  click: 0.62,
  goOn: 0.92,
  sold: 0.45,
  soldAgain: 0.4,
  returned: 0.05,
  linkOut: 0.3,
  converts: 0.15,
  trustedForm: 0.94,
  jornaya: 0.86,
}
const MOST_BUYERS = 4
/** Affiliates, busiest first. Source of the first eight: spec, section 9. */
const AFFILIATES = ['86', '104', '1', '139', '260', '210', '325', '20', '411', '532', '618', '777', '904']
/** Affiliate of visitors who came on their own. */
const NO_AFFILIATE = '1'
const SUB1 = ['search', 'social', 'native', 'email', 'push', 'video']
const SUB2 = Array.from({ length: 12 }, (_, i) => `campaign-${i + 1}`)
const SUB3 = Array.from({ length: 8 }, (_, i) => `ad-${i + 1}`)

/** One visitor of `site` who arrives at `at`. */
export function visitorOf(random: Random, site: Site, at: number): SeededVisitor {
  const session = sessionOf(random, site, at)
  const visitor: SeededVisitor = {
    session,
    events: [],
    steps: [],
    leads: [],
    linkOuts: [],
    sales: [],
    returns: [],
    certificates: [],
  }
  const journey = one(random, site.versions.get(session.version)!.journeys)
  take(visitor, random, journey.arrival, at)
  let now = at
  let moves = 0
  for (const { thinkMs, effects } of journey.moves) {
    if (random() > (moves === 0 ? CHANCE.click : CHANCE.goOn)) break
    moves++
    now += thinkMs
    take(visitor, random, effects, now)
  }
  const atTheEnd = moves === journey.moves.length
  if (atTheEnd && journey.end && random() < CHANCE.linkOut) leave(visitor, random, journey.end, now)
  certify(visitor, random)
  return visitor
}

function sessionOf(random: Random, { path, shares }: Site, at: number): NewSession {
  const aff_id = weighted(random, AFFILIATES)
  const [sub1, sub2, sub3] =
    aff_id === NO_AFFILIATE ? ['', '', ''] : [SUB1, SUB2, SUB3].map((subs) => weighted(random, subs))
  const query = {
    ...(sub1 && { affid: aff_id }),
    ...(sub1 && { sub1 }),
    ...(sub2 && { sub2 }),
    ...(sub3 && { sub3 }),
  }
  const id = uuid(random)
  return {
    uuid: id,
    token_hash: hex(random, 64),
    origin: { today: newYorkDate(at), query },
    page_url: `https://${path}.example/?${new URLSearchParams(query)}`,
    referrer: '',
    ip: `198.51.100.${between(random, 1, 254)}`,
    user_agent: one(random, USER_AGENTS),
    at,
    path,
    version: versionFor(id, shares)!,
    aff_id,
    sub1: sub1!,
    sub2: sub2!,
    sub3: sub3!,
  }
}

const USER_AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
]

function take(visitor: SeededVisitor, random: Random, effects: Effect[], at: number): void {
  for (const effect of effects) TAKE[effect.type](visitor, effect as never, at, random)
}

/** Records that the server makes for each effect of a visitor's page. */
const TAKE: {
  [T in Effect['type']]: (
    visitor: SeededVisitor,
    effect: Extract<Effect, { type: T }>,
    at: number,
    random: Random,
  ) => void
} = {
  visit: ({ events }, _, at) => events.push({ kind: 'visit', at }),
  impression: ({ events }, { offer_key }, at) => events.push({ kind: 'impression', offer: offer_key, at }),
  completed_basics: ({ events }, _, at) => events.push({ kind: 'registration', at }),
  step(visitor, { step, answers, timeOnStepMs, execute_actions }, at, random) {
    const { page_url } = visitor.session
    const kept = { answers, time_on_step: timeOnStepMs, execute_actions, page_url, at }
    visitor.steps.push({ id: uuid(random), ...step, ...kept })
    if (!execute_actions.includes('send_lead')) return
    visitor.leads.push({ offer: step.offer_key, after: visitor.steps.length, at })
    sellLead(visitor, random, step.offer_key, at)
  },
}

/** Sells the lead. Buyers bid within minutes, each with its own price for each offer. */
function sellLead(visitor: SeededVisitor, random: Random, offer: string, at: number): void {
  for (let buyer = 1; buyer <= MOST_BUYERS; buyer++) {
    if (random() > (buyer === 1 ? CHANCE.sold : CHANCE.soldAgain)) return
    const cents = 100 * between(random, 8, 90) + (buyer === 1 ? 0 : 50)
    sell(visitor, random, { offer, source: `buyer-${buyer}`, cents, at: at + between(random, 1000, 120_000) })
  }
}

/** Makes the visitor follow a partner's card from the last page; the partner may report a conversion hours later. */
function leave(
  visitor: SeededVisitor,
  random: Random,
  end: { offer_key: string; step_key: string },
  at: number,
) {
  const link = { uuid: uuid(random), session_uuid: visitor.session.uuid, at: at + 4000 }
  visitor.linkOuts.push({ ...link, offer: end.offer_key, step: end.step_key })
  if (random() > CHANCE.converts) return
  const cents = between(random, 250, 4200)
  sell(visitor, random, {
    offer: end.offer_key,
    source: 'partner',
    cents,
    at: at + between(random, 60_000, DAY_MS),
  })
}

/** Adds consent certificates; most of their vendors' scripts succeed. */
function certify({ session, events, certificates }: SeededVisitor, random: Random): void {
  const at = events.find(({ kind }) => kind === 'registration')?.at
  if (at === undefined) return
  if (random() < CHANCE.trustedForm)
    certificates.push({
      id: 'trustedform_cert_url',
      value: `https://cert.trustedform.example/seeded-${session.uuid}`,
      at,
    })
  if (random() < CHANCE.jornaya)
    certificates.push({ id: 'jornaya_lead_id', value: `SEEDED-${session.uuid.toUpperCase()}`, at })
}

function sell(
  { session, sales, returns }: SeededVisitor,
  random: Random,
  known: Pick<Sale, 'offer' | 'source' | 'cents' | 'at'>,
): void {
  const sale: Sale = {
    ...known,
    session_uuid: session.uuid,
    external_id: `${session.uuid}-${known.offer}`,
    returned: false,
  }
  sales.push(sale)
  if (random() < CHANCE.returned)
    returns.push({ ...sale, returned: true, at: sale.at + between(random, 1, 10) * DAY_MS })
}
