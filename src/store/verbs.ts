import {
  addPublishRequest,
  decidePublishRequest,
  openPublishRequests,
  publishPlanned,
  publishRequest,
  publishRequests,
} from './drafts/waitingPublishes.ts'
import { buyer, buyers, buyersRevision, saveBuyer } from './buyers/buyerRecords.ts'
import { draft, drafts, saveDraft } from './drafts/siteDrafts.ts'
import { beginBuild, builtFile, keepBuiltFile } from './files/builtFiles.ts'
import {
  importedBytes,
  importedDigest,
  importedFile,
  keepImportedFile,
  useImportedFile,
} from './files/importedFiles.ts'
import { dropUnusedSources } from './files/unusedSources.ts'
import { beginAuction, dueTogether, putBidOff, takeBid } from './leads/auctions.ts'
import { beginAttempt, endAttempt, replayDelivery, reserveBid, resumeDeliveries } from './leads/deliveries.ts'
import {
  deliveredLead,
  buyerCounts,
  deliveries,
  delivery,
  dueDeliveries,
  sessionDeliveries,
} from './leads/deliveryRecords.ts'
import { leadDeliveries } from './leads/leadDeliveries.ts'
import { storeLead } from './leads/keptLeads.ts'
import { lookAgain } from './leads/buyerPlaces.ts'
import { beginMail, dueMails, endMail, mails, replayMail, resumeMails } from './leads/mails.ts'
import {
  beginFactorGrace,
  beginLogin,
  changePassword,
  changeRole,
  endLogin,
  foldNames,
  operator,
  operatorCount,
  operators,
  revokeOperator,
  saveFirstOperator,
  saveOperator,
} from './operators/accounts.ts'
import { audit, auditLog, auditPage } from './operators/auditLog.ts'
import {
  acceptInvitation,
  invitation,
  invitations,
  invite,
  withdrawInvitation,
} from './operators/invitations.ts'
import {
  dropLoginSession,
  loginSession,
  loginSessions,
  saveLoginSession,
  seeLogin,
} from './operators/logins.ts'
import { noteRefusedLogin } from './operators/refusedLogins.ts'
import { enterByProvider, isOfProvider } from './operators/identities.ts'
import { useChallenge } from './operators/challenges.ts'
import {
  addPasskey,
  dropPasskey,
  hasPasskeys,
  passkey,
  passkeys,
  usePasskey,
} from './operators/passkeyRecords.ts'
import { addPublishKey, publishKey, publishKeys, revokePublishKey } from './operators/publishKeys.ts'
import { addReportKey, reportKey, reportKeys, revokeReportKey, seeReportKey } from './operators/reportKeys.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  secondFactor,
  useCode,
  useRecoveryCode,
} from './operators/secondFactors.ts'
import {
  erasedAfter,
  expire,
  expired,
  forgetSession,
  retentionInstant,
  sessionsNaming,
} from './privacy/erasing.ts'
import { takeFromBuckets } from './limits/sharedBuckets.ts'
import { optOut, optOuts } from './privacy/optOuts.ts'
import {
  beginPixelEvent,
  duePixelEvents,
  endPixelEvent,
  pixelEvents,
  replayPixelEvent,
  resumePixelEvents,
} from './pixels/pixelEvents.ts'
import { unsubscribe } from './privacy/unsubscribing.ts'
import {
  beginWebhookMessage,
  dueWebhookMessages,
  endWebhookMessage,
  replayWebhookMessage,
  resumeWebhookMessages,
  webhookMessages,
} from './webhooks/webhookMessages.ts'
import { addWebhook, endWebhook, webhook, webhooks } from './webhooks/webhooks.ts'
import {
  answerPrivacyRequest,
  askToForget,
  endForgetting,
  privacyRequest,
  privacyRequests,
  requestsToForget,
} from './privacy/requests.ts'
import { ready } from './readiness.ts'
import type { Sale } from './sales/saleTypes.ts'
import type { NewSession } from './sessions/sessionTypes.ts'
import { dismissUnbooked, isSource, judgeReturn, ledger, returnSale, sell, unbooked } from './sales/ledger.ts'
import { bookedEntries, statedSales } from './sales/statedSales.ts'
import { returnList, statementBefore } from './sales/returnList.ts'
import { addScriptHost, removeScriptHost, scriptHosts } from './scriptHosts/scriptHosts.ts'
import { keepSecret, knownSecret, secret } from './secrets.ts'
import { arrive, openSession, setLanguage } from './sessions/arriving.ts'
import { track } from './sessions/counting.ts'
import { noteDoubts } from './sessions/doubts.ts'
import { askForLink, handover, handOver, keepLink, linkedSession, takeOver } from './sessions/goOnLinks.ts'
import { quarantine, quarantined, quarantinedOf } from './sessions/quarantine.ts'
import { consents, outcomes, session } from './sessions/sessionRecords.ts'
import { appendStep, linkOut, patchSession } from './sessions/submissions.ts'
import type { Rule } from './statement.ts'
import type { Store } from './store.ts'
import {
  activate,
  firstPath,
  live,
  paths,
  publish,
  splits,
  version,
  versions,
  versionSource,
} from './versions/publishing.ts'
import { countEarlierSessions } from './totals/hours.ts'
import type { WriteContext } from './writeContext.ts'

/** The verbs of the store as rules: the same arguments, and what their promises resolve to. */
type Verbs = Omit<Store, 'isShared' | 'isSeen' | 'trouble'>
type Arguments<V extends keyof Verbs> = Parameters<Verbs[V]>
type Answer<V extends keyof Verbs> = Rule<Awaited<ReturnType<Verbs[V]>>>
type Rules = { [V in keyof Verbs]?: (...args: Arguments<V>) => Answer<V> }
type RulesInContext = { [V in keyof Verbs]?: (context: WriteContext, ...args: Arguments<V>) => Answer<V> }

/** Those that write. Each is run in a transaction with others, and undone alone when it throws. */
const WRITES = {
  publish,
  activate,
  saveDraft,
  saveBuyer,
  addPublishRequest,
  decidePublishRequest,
  publishPlanned,
  beginBuild,
  keepBuiltFile,
  keepImportedFile,
  useImportedFile,
  dropUnusedSources,
  noteDoubts,
  storeLead,
  linkOut,
  dismissUnbooked,
  reserveBid,
  putBidOff,
  lookAgain,
  resumeDeliveries,
  replayDelivery,
  endMail,
  replayMail,
  resumeMails,
  askForLink,
  keepLink,
  handOver,
  takeOver,
  unsubscribe,
  endPixelEvent,
  replayPixelEvent,
  resumePixelEvents,
  addScriptHost,
  removeScriptHost,
  addWebhook,
  endWebhook,
  endWebhookMessage,
  replayWebhookMessage,
  resumeWebhookMessages,
  privacyRequest,
  answerPrivacyRequest,
  askToForget,
  endForgetting,
  retentionInstant,
  optOut,
  secret,
  keepSecret,
  saveOperator,
  saveFirstOperator,
  revokeOperator,
  changeRole,
  changePassword,
  invite,
  withdrawInvitation,
  acceptInvitation,
  addPublishKey,
  revokePublishKey,
  addReportKey,
  revokeReportKey,
  seeReportKey,
  beginSecondFactor,
  confirmSecondFactor,
  useCode,
  useRecoveryCode,
  dropSecondFactor,
  beginFactorGrace,
  addPasskey,
  usePasskey,
  dropPasskey,
  useChallenge,
  enterByProvider,
  beginLogin,
  endLogin,
  foldNames,
  noteRefusedLogin,
  takeFromBuckets,
  audit,
  dropLoginSession,
  seeLogin,
  ready,
} satisfies Rules

/** Those that write and count, erase, or take something up. */
const WRITES_IN_CONTEXT = {
  openSession,
  arrive,
  appendStep,
  track,
  patchSession,
  setLanguage,
  sell: (context: WriteContext, sale: Sale) => sell(context, sale),
  returnSale,
  beginAttempt,
  beginAuction,
  takeBid,
  endAttempt,
  beginMail,
  beginPixelEvent,
  beginWebhookMessage,
  forgetSession,
  expire,
  countEarlierSessions,
  quarantine,
} satisfies RulesInContext

/** Those that look up by key: some tens of microseconds each. */
const READS = {
  knownSecret,
  version,
  live,
  versions,
  splits,
  versionSource,
  paths,
  firstPath,
  draft,
  drafts,
  buyers,
  buyer,
  buyersRevision,
  publishRequest,
  publishRequests,
  openPublishRequests,
  builtFile,
  importedBytes,
  importedDigest,
  importedFile,
  session,
  linkedSession,
  handover,
  outcomes,
  consents,
  unbooked,
  judgeReturn,
  isSource,
  ledger,
  statedSales,
  returnList,
  statementBefore,
  bookedEntries,
  dueDeliveries,
  dueTogether,
  sessionDeliveries,
  deliveredLead,
  deliveries,
  buyerCounts,
  delivery,
  dueMails,
  mails,
  duePixelEvents,
  pixelEvents,
  webhook,
  webhooks,
  dueWebhookMessages,
  webhookMessages,
  scriptHosts,
  privacyRequests,
  requestsToForget,
  sessionsNaming,
  expired,
  erasedAfter,
  optOuts,
  quarantined,
  quarantinedOf,
  leadDeliveries,
  operator,
  operatorCount,
  operators,
  publishKey,
  reportKey,
  secondFactor,
  passkey,
  passkeys,
  hasPasskeys,
  isOfProvider,
  publishKeys,
  reportKeys,
  auditLog,
  auditPage,
  invitation,
  invitations,
  loginSessions,
} satisfies Rules

export type StoreVerb =
  | keyof typeof WRITES
  | keyof typeof WRITES_IN_CONTEXT
  | keyof typeof READS
  | 'loginSession'
  | 'saveLoginSession'

/** One write, as it travels to whoever runs its rule: JSON. */
export type Write = [verb: string, ...args: unknown[]]

/** The session whose rows are all that a write looks at and changes, besides what is kept once for all sessions. Null for a
 *  write that goes by what others wrote as well. */
export function sessionOf([verb, subject]: Write): string | null {
  if (verb === 'openSession') return (subject as NewSession).uuid
  if (verb === 'linkOut') return (subject as { session_uuid: string }).session_uuid
  return OF_ONE_SESSION.has(verb) ? (subject as string) : null
}

const OF_ONE_SESSION: ReadonlySet<string> = new Set<keyof Verbs>([
  'arrive',
  'appendStep',
  'track',
  'patchSession',
  'setLanguage',
  'noteDoubts',
  'storeLead',
])

/** A lead and a buyer, by a delivery of the one to the other, or by the lead's session and the buyer's name. */
export type Subject = { delivery: number } | { session_uuid: string; source: string }

/** The leads and buyers of a write that delivers or sells: all that it looks at and changes is of these. Null for any other. */
export function subjectsOf([verb, subject]: Write): Subject[] | null {
  if (verb === 'sell') return [subject as Sale]
  if (verb === 'beginAuction') return subject as { delivery: number }[]
  return OF_ONE_DELIVERY.has(verb) ? [{ delivery: subject as number }] : null
}

const OF_ONE_DELIVERY: ReadonlySet<string> = new Set<keyof Verbs>([
  'beginAttempt',
  'reserveBid',
  'takeBid',
  'putBidOff',
  'endAttempt',
])

/** What a write goes by: what its own session holds, what was delivered and sold, or anything that was written. */
export type Scope = 'visit' | 'sale' | 'all'

export function scopeOf(write: Write): Scope {
  if (sessionOf(write) !== null || ALONE.has(write[0])) return 'visit'
  return subjectsOf(write) ? 'sale' : 'all'
}

/** Those that change rows of their own, each in one statement, which is true whatever else is written meanwhile. */
const ALONE: ReadonlySet<string> = new Set<keyof Verbs>(['ready', 'takeFromBuckets'])

type AnyRule = (...args: unknown[]) => Rule<unknown>

/** Finds the rule of a write. */
export function openWrites(context: WriteContext): (write: Write) => Rule<unknown> {
  const inContext = Object.entries(WRITES_IN_CONTEXT).map(([verb, rule]) => [
    verb,
    (rule as AnyRule).bind(null, context),
  ])
  const rules = { ...WRITES, saveLoginSession, ...Object.fromEntries(inContext) } as Record<string, AnyRule>
  return ([verb, ...args]) => rules[verb]!(...args)
}

/** The store's verbs that are rules, given how an engine runs them. */
export function openVerbs({
  write,
  read,
  now,
}: {
  /** Resolves to what the rule of this verb answers, once that is kept. */
  write: (write: Write) => Promise<unknown>
  read: <T>(rule: Rule<T>) => Promise<T>
  now: () => number
}): Pick<Store, StoreVerb> {
  const writes = Object.keys({ ...WRITES, ...WRITES_IN_CONTEXT }).map((verb) => [
    verb,
    (...args: unknown[]) => write([verb, ...given(args)]),
  ])
  const reads = Object.entries(READS).map(([verb, rule]) => [
    verb,
    (...args: unknown[]) => read((rule as AnyRule)(...args)),
  ])
  const verbs = Object.fromEntries([...writes, ...reads]) as Pick<
    Store,
    Exclude<StoreVerb, 'loginSession' | 'saveLoginSession'>
  >
  return {
    ...verbs,
    loginSession: (id) => read(loginSession(id, now())),
    saveLoginSession: async (id, data, expiresAt) =>
      void (await write(['saveLoginSession', id, data, expiresAt, now()])),
  }
}

/** Without those at the end that are not said: JSON would make them null. */
function given(args: unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((value) => value !== undefined) + 1)
}
