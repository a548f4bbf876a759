import type { ReturnReport, Sale } from './sales/saleTypes.ts'
import type { NewSession } from './sessions/sessionTypes.ts'
import type { Store } from '../store.ts'
import type { Write } from './verbs.ts'

/** Data that each write reads and changes. An engine that several processes share uses this to lock no more than a write needs. */

/** Data that a write depends on: its own session; deliveries and sales; other messages; records of operators, flows, and links; or
 *  anything that was written. */
export type Scope = 'visit' | 'sale' | 'message' | 'record' | 'all'

export function scopeOf(write: Write): Scope {
  if (sessionOf(write) !== null || ALONE.has(write[0])) return 'visit'
  const subjects = subjectsOf(write)
  if (subjects) return subjects.some(({ of }) => MESSAGES.has(of)) ? 'message' : 'sale'
  return RECORDS.has(write[0]) ? 'record' : 'all'
}

const verbs = (...names: (keyof Store)[]): ReadonlySet<string> => new Set(names)

/** Session whose rows are all that a write reads and changes, apart from data that is stored once for all sessions. Null if the write
 *  also depends on what others wrote. */
export function sessionOf([verb, subject]: Write): string | null {
  if (verb === 'openSession') return (subject as NewSession).uuid
  if (verb === 'linkOut') return (subject as { session_uuid: string }).session_uuid
  return OF_ONE_SESSION.has(verb) ? (subject as string) : null
}

const OF_ONE_SESSION = verbs(
  'arrive',
  'appendStep',
  'track',
  'patchSession',
  'setLanguage',
  'noteDoubts',
  'storeLead',
)

/** Verbs that change rows of their own, each in one statement that is right whatever else is written meanwhile. */
const ALONE = verbs('ready', 'takeFromBuckets')

/** Tables of outgoing entries. */
type Outbox = 'outbox' | 'mails' | 'pixel_events' | 'webhook_messages'

/** Reference to a write's lead and buyer: an outgoing entry, the session and buyer of a sale, or the sale that a return names. Emails,
 *  events, and messages have no buyer. */
export type Subject =
  | { of: Outbox; entry: number }
  | { of: 'sale'; source: string; session_uuid: string }
  | { of: 'return'; source: string; external_id: string | null; key: string | null }

/** Leads and buyers of a write that delivers, sells, or sends. All data that it reads and changes belongs to them. Null for any other
 *  write. */
export function subjectsOf([verb, subject]: Write): Subject[] | null {
  if (verb === 'sell') {
    const { source, session_uuid } = subject as Sale
    return [{ of: 'sale', source, session_uuid }]
  }
  if (verb === 'returnSale') {
    const { source, external_id, key } = subject as ReturnReport
    return [{ of: 'return', source, external_id, key }]
  }
  if (verb === 'beginAuction')
    return (subject as { delivery: number }[]).map(({ delivery }) => ({ of: 'outbox', entry: delivery }))
  const of = OF_ONE_ENTRY.get(verb)
  return of ? [{ of, entry: subject as number }] : null
}

const MESSAGES: ReadonlySet<Subject['of']> = new Set(['mails', 'pixel_events', 'webhook_messages'])

const OF_ENTRIES: Record<Outbox, readonly (keyof Store)[]> = {
  outbox: [
    'beginAttempt',
    'reserveBid',
    'takeBid',
    'putBidOff',
    'endAttempt',
    'replayDelivery',
    'resumeDeliveries',
    'lookAgain',
  ],
  mails: ['beginMail', 'endMail', 'replayMail', 'resumeMails'],
  pixel_events: ['beginPixelEvent', 'endPixelEvent', 'replayPixelEvent', 'resumePixelEvents'],
  webhook_messages: [
    'beginWebhookMessage',
    'endWebhookMessage',
    'replayWebhookMessage',
    'resumeWebhookMessages',
  ],
}
const OF_ONE_ENTRY: ReadonlyMap<string, Outbox> = new Map(
  (Object.keys(OF_ENTRIES) as Outbox[]).flatMap((of) => OF_ENTRIES[of].map((verb) => [verb, of] as const)),
)

/** Verbs that depend on what operators, authors, and visitors' links wrote, and on nothing that is delivered, sold, or sent. */
const RECORDS = verbs(
  'publish',
  'activate',
  'saveDraft',
  'saveBuyer',
  'addPublishRequest',
  'decidePublishRequest',
  'publishPlanned',
  'beginBuild',
  'keepBuiltFile',
  'keepImportedFile',
  'useImportedFile',
  'dropUnusedSources',
  'addScriptHost',
  'removeScriptHost',
  'addWebhook',
  'askForLink',
  'keepLink',
  'handOver',
  'takeOver',
  'quarantine',
  'retentionInstant',
  'secret',
  'keepSecret',
  'saveOperator',
  'saveFirstOperator',
  'revokeOperator',
  'changeRole',
  'changePassword',
  'invite',
  'withdrawInvitation',
  'acceptInvitation',
  'addPublishKey',
  'revokePublishKey',
  'addReportKey',
  'revokeReportKey',
  'seeReportKey',
  'beginSecondFactor',
  'confirmSecondFactor',
  'useCode',
  'useRecoveryCode',
  'dropSecondFactor',
  'beginFactorGrace',
  'addPasskey',
  'usePasskey',
  'dropPasskey',
  'useChallenge',
  'enterByProvider',
  'beginLogin',
  'endLogin',
  'foldNames',
  'noteRefusedLogin',
  'audit',
  'saveLoginSession',
  'dropLoginSession',
  'seeLogin',
)
