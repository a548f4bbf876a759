import {
  addPublishRequest,
  decidePublishRequest,
  openPublishRequests,
  publishPlanned,
  publishRequest,
  publishRequests,
} from './versions/waitingPublishes.ts'
import { buyer, buyers, buyersRevision, saveBuyer } from './buyers/buyerRecords.ts'
import { draft, drafts, saveDraft } from './versions/siteDrafts.ts'
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
import {
  beginAttempt,
  endAttempt,
  lapsedDeliveries,
  replayDelivery,
  reserveBid,
  resumeDelivery,
} from './leads/deliveries.ts'
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
import { heldDeliveries, lookAgainAt } from './leads/buyerPlaces.ts'
import { beginMail, dueMails, endMail, lapsedMails, mails, replayMail, resumeMail } from './mails/mails.ts'
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
  lapsedPixelEvents,
  pixelEvents,
  replayPixelEvent,
  resumePixelEvent,
} from './pixels/pixelEvents.ts'
import { unsubscribe } from './privacy/unsubscribing.ts'
import {
  beginWebhookMessage,
  dueWebhookMessages,
  endWebhookMessage,
  lapsedWebhookMessages,
  replayWebhookMessage,
  resumeWebhookMessage,
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
import { ready } from '../kernel/readiness.ts'
import type { Sale } from './sales/saleTypes.ts'
import { keepStepHours } from './reports/dropoff/keptHours.ts'
import { dismissUnbooked, isSource, judgeReturn, ledger, returnSale, sell, unbooked } from './sales/ledger.ts'
import { bookedEntries, statedSales } from './sales/statedSales.ts'
import { returnList, statementBefore } from './sales/returnList.ts'
import { addScriptHost, removeScriptHost, scriptHosts } from './scriptHosts/scriptHosts.ts'
import { keepSecret, knownSecret, secret } from '../kernel/secrets.ts'
import { arrive, openSession, setLanguage } from './sessions/arriving.ts'
import { track } from './sessions/counting.ts'
import { noteDoubts } from './sessions/doubts.ts'
import { askForLink, handover, handOver, keepLink, linkedSession, takeOver } from './sessions/goOnLinks.ts'
import { quarantine, quarantined, quarantinedOf } from './sessions/quarantine.ts'
import { consents, outcomes, session } from './sessions/sessionRecords.ts'
import { appendStep, linkOut, patchSession } from './steps/submissions.ts'
import type { Rule } from '../kernel/statement.ts'
import type { Store } from '../store.ts'
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
import type { WriteContext } from '../kernel/writeContext.ts'

/** The store's verbs as rules, with the same arguments and the values that their promises resolve to. */
type Verbs = Omit<Store, 'isShared' | 'isSeen' | 'trouble'>
type Arguments<V extends keyof Verbs> = Parameters<Verbs[V]>
type Answer<V extends keyof Verbs> = Rule<Awaited<ReturnType<Verbs[V]>>>
type Rules = { [V in keyof Verbs]?: (...args: Arguments<V>) => Answer<V> }
type RulesInContext = { [V in keyof Verbs]?: (context: WriteContext, ...args: Arguments<V>) => Answer<V> }

/** Rules that write. Each runs in a transaction with others, and is undone alone if it throws. */
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
  keepStepHours,
  reserveBid,
  putBidOff,
  replayDelivery,
  endMail,
  replayMail,
  askForLink,
  keepLink,
  handOver,
  takeOver,
  unsubscribe,
  endPixelEvent,
  replayPixelEvent,
  addScriptHost,
  removeScriptHost,
  addWebhook,
  endWebhook,
  endWebhookMessage,
  replayWebhookMessage,
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

/** Rules that write and also count, erase, or claim something. */
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

/** Rules that change several entries. The entries are looked up, and each is changed by its own write under the same verb, which checks
 *  again that the change still applies. So only what one entry belongs to is locked. */
const WRITES_OF_EACH = {
  lookAgain: {
    find: (buyer: string | null) => heldDeliveries(buyer),
    change: (delivery: number, _buyer: string | null, now: number) => lookAgainAt(delivery, now),
  },
  resumeDeliveries: { find: lapsedDeliveries, change: resumeDelivery },
  resumeMails: { find: lapsedMails, change: resumeMail },
  resumePixelEvents: { find: lapsedPixelEvents, change: resumePixelEvent },
  resumeWebhookMessages: { find: lapsedWebhookMessages, change: resumeWebhookMessage },
} satisfies {
  [V in keyof Verbs]?: {
    find: (...args: Arguments<V>) => Rule<number[]>
    change: (entry: number, ...args: Arguments<V>) => Rule<boolean>
  }
}

/** Most entries changed at a time, so that other writes wait for no more than these. */
const CHANGED_AT_ONCE = 32

/** Rules that look up by key, in some tens of microseconds each. */
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
  | keyof typeof WRITES_OF_EACH
  | keyof typeof READS
  | 'loginSession'
  | 'saveLoginSession'

/** One write in the form in which it's sent to the code that runs its rule, as JSON. */
export type Write = [verb: string, ...args: unknown[]]

type AnyRule = (...args: unknown[]) => Rule<unknown>

/** Finds the rule of a write. */
export function openWrites(context: WriteContext): (write: Write) => Rule<unknown> {
  const inContext = Object.entries(WRITES_IN_CONTEXT).map(([verb, rule]) => [
    verb,
    (rule as AnyRule).bind(null, context),
  ])
  const ofEach = Object.entries(WRITES_OF_EACH).map(([verb, { change }]) => [verb, change])
  const rules = {
    ...WRITES,
    saveLoginSession,
    ...Object.fromEntries([...inContext, ...ofEach]),
  } as Record<string, AnyRule>
  return ([verb, ...args]) => rules[verb]!(...args)
}

/** Builds the store's verbs that are rules, using an engine's functions to run them. */
export function openVerbs({
  write,
  read,
  now,
}: {
  /** Resolves to the result of the verb's rule once it's saved. */
  write: (write: Write) => Promise<unknown>
  read: <T>(rule: Rule<T>) => Promise<T>
  now: () => number
}): Pick<Store, StoreVerb> {
  const writes = Object.keys({ ...WRITES, ...WRITES_IN_CONTEXT }).map((verb) => [
    verb,
    (...args: unknown[]) => write([verb, ...given(args)]),
  ])
  const writesOfEach = Object.entries(WRITES_OF_EACH).map(([verb, { find }]) => [
    verb,
    async (...args: unknown[]) => {
      const entries = await read((find as (...args: unknown[]) => Rule<number[]>)(...args))
      let changed = 0
      while (entries.length > 0) {
        const some = entries.splice(0, CHANGED_AT_ONCE).map((entry) => write([verb, entry, ...args]))
        changed += (await Promise.all(some)).filter(Boolean).length
      }
      return changed
    },
  ])
  const reads = Object.entries(READS).map(([verb, rule]) => [
    verb,
    (...args: unknown[]) => read((rule as AnyRule)(...args)),
  ])
  const verbs = Object.fromEntries([...writes, ...writesOfEach, ...reads]) as Pick<
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

/** Drops undefined arguments at the end, which JSON would turn into null. */
function given(args: unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((value) => value !== undefined) + 1)
}
