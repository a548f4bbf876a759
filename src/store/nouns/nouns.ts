import { textSql } from '../kernel/keptTexts.ts'
import { presenceSql } from '../kernel/presences.ts'
import { readinessNoun } from '../kernel/readiness.ts'
import { secretNoun } from '../kernel/secrets.ts'
import { buyerNoun } from './buyers/buyerRecords.ts'
import { builtNoun } from './files/builtFiles.ts'
import { markNoun } from './marks/marks.ts'
import { experimentNoun } from './experiments/experiments.ts'
import { importedNoun } from './files/importedFiles.ts'
import { unusedNoun } from './files/unusedSources.ts'
import { auctionNoun } from './leads/auctions.ts'
import { backlogSql } from './leads/backlog.ts'
import { placeNoun } from './leads/buyerPlaces.ts'
import { attemptNoun } from './leads/deliveries.ts'
import { deliveryListNoun } from './leads/deliveryList.ts'
import { lossNoun } from './leads/deliveryLosses.ts'
import { moveStatements } from './leads/deliveryMoves.ts'
import { settleListNoun } from './settle/settleList.ts'
import { settlingNoun } from './settle/settling.ts'
import { doubtSql } from './inDoubt/saleDoubts.ts'
import { deliveryNoun } from './leads/deliveryRecords.ts'
import { leadNoun } from './leads/keptLeads.ts'
import { leadDeliveryNoun } from './leads/leadDeliveries.ts'
import { leadListNoun } from './leads/leadList.ts'
import { leadSearchSql } from './leads/leadSearch.ts'
import { shareSql } from './leads/leadShares.ts'
import { outgoingNoun } from './leads/outgoingList.ts'
import { bucketNoun } from './limits/sharedBuckets.ts'
import { copyNoun } from './copies/leadCopies.ts'
import { costNoun } from './costs/costs.ts'
import { mailNoun } from './mails/mails.ts'
import { operatorNoun } from './operators/accounts.ts'
import { auditNoun } from './operators/auditLog.ts'
import { challengeNoun } from './operators/challenges.ts'
import { identityNoun } from './operators/identities.ts'
import { invitationNoun } from './operators/invitations.ts'
import { loginNoun } from './operators/logins.ts'
import { passkeyNoun } from './operators/passkeyRecords.ts'
import { publishKeyNoun } from './operators/publishKeys.ts'
import { refusalNoun } from './operators/refusedLogins.ts'
import { reportKeyNoun } from './operators/reportKeys.ts'
import { factorNoun } from './operators/secondFactors.ts'
import { bookSql } from './payouts/payoutBook.ts'
import { payoutLedgerNoun } from './payouts/payoutLedger.ts'
import { payoutRuleNoun } from './payouts/payoutRules.ts'
import { statementNoun } from './payouts/statements.ts'
import { pixelNoun } from './pixels/pixelEvents.ts'
import { pixelIdSql } from './pixels/pixelIds.ts'
import { postbackMessageNoun } from './postbacks/postbackMessages.ts'
import { postbackNoun } from './postbacks/postbacks.ts'
import { erasingNoun } from './privacy/erasing.ts'
import { optOutNoun } from './privacy/optOuts.ts'
import { requestNoun } from './privacy/requests.ts'
import { unsubscribingNoun } from './privacy/unsubscribing.ts'
import { noticeNoun } from './revocations/notices.ts'
import { revocationNoun } from './revocations/revocations.ts'
import { changedHourSql } from './reports/dropoff/changedHours.ts'
import { countedHourSql } from './reports/dropoff/countedHours.ts'
import { keptHourNoun } from './reports/dropoff/keptHours.ts'
import { stepReportSql } from './reports/dropoff/stepReport.ts'
import { walkSql } from './reports/dropoff/walks.ts'
import { offerNameSql } from './reports/offerNames.ts'
import { visitNoun } from './reports/recordedVisits.ts'
import { fileColumnNoun } from './sales/fileColumns.ts'
import { ledgerNoun } from './sales/ledger.ts'
import { changeNoun } from './sales/ledgerChanges.ts'
import { entrySql } from './sales/ledgerEntries.ts'
import { judgeSql } from './sales/ledgerJudge.ts'
import { returnNoun } from './sales/returnList.ts'
import { statedNoun } from './sales/statedSales.ts'
import { lawOffNoun } from './lawsOff/lawsOff.ts'
import { scriptHostNoun } from './scriptHosts/scriptHosts.ts'
import { arrivingNoun } from './sessions/arriving.ts'
import { countingNoun } from './sessions/counting.ts'
import { doubtNoun } from './sessions/doubts.ts'
import { linkNoun } from './sessions/goOnLinks.ts'
import { quarantineNoun } from './sessions/quarantine.ts'
import { recordNoun } from './sessions/sessionRecords.ts'
import { patchSql, stepNoun } from './steps/submissions.ts'
import { hourNoun } from './totals/hours.ts'
import { tallySql } from './totals/tally.ts'
import { versionNoun } from './versions/publishing.ts'
import { draftCommentNoun } from './versions/draftComments.ts'
import { draftNoun } from './versions/siteDrafts.ts'
import { publishRequestNoun } from './versions/waitingPublishes.ts'
import { scoreNoun } from './leads/buyerScores.ts'
import { dayNoun } from './today/dayFacts.ts'
import { messageNoun } from './webhooks/webhookMessages.ts'
import { webhookNoun } from './webhooks/webhooks.ts'
import type { LoginVerbs } from './operators/logins.ts'
import { reportNoun, type ReportContext, type ReportVerbs } from './reports/reportRules.ts'
import type { Rule, Statement } from '../kernel/statement.ts'
import type { Scoped } from '../kernel/writeScopes.ts'
import type { WriteContext } from '../kernel/writeContext.ts'

type AnyRule = (...args: never) => Rule<unknown>
type Rules = Record<string, AnyRule>

/** One thing that the store holds, and everything that can be done with it. The type of the store, the engines' tables, and the check of
 *  all statements follow from these. */
interface Noun {
  /** Rules that write. Each runs in a transaction with others, and is undone alone if it throws. */
  writes?: Scoped<Rules>
  /** Rules that write and also count, erase, or claim something. */
  writesInContext?: Scoped<Record<string, (context: WriteContext, ...args: never) => Rule<unknown>>>
  /** Rules that change several entries. The entries are looked up, and each is changed by its own write under the same verb, which
   *  checks again that the change still applies. So only what one entry belongs to is locked. */
  writesOfEach?: Scoped<
    Record<
      string,
      {
        find: (...args: never[]) => Rule<number[]>
        change: (entry: number, ...args: never[]) => Rule<boolean>
      }
    >
  >
  /** Rules that look up by key, in some tens of microseconds each. */
  reads?: Rules
  /** Rules that read many rows. They run beside the reports, so that no write or lookup waits for them. */
  slowReads?: Rules
  /** Slow reads that remember something from one to the next. */
  slowReadsInContext?: Record<string, (context: ReportContext, ...args: never) => Rule<unknown>>
  sql?: Record<string, Statement>
}

const NOUNS = {
  versions: versionNoun,
  drafts: draftNoun,
  draftComments: draftCommentNoun,
  publishRequests: publishRequestNoun,
  experiments: experimentNoun,
  marks: markNoun,
  builtFiles: builtNoun,
  importedFiles: importedNoun,
  unusedSources: unusedNoun,
  arriving: arrivingNoun,
  counting: countingNoun,
  submissions: stepNoun,
  patches: { sql: patchSql },
  records: recordNoun,
  doubts: doubtNoun,
  goOnLinks: linkNoun,
  quarantine: quarantineNoun,
  texts: { sql: textSql.texts },
  visitorTexts: { sql: textSql.visitor_texts },
  buyers: buyerNoun,
  leads: leadNoun,
  deliveryList: deliveryListNoun,
  losses: lossNoun,
  today: dayNoun,
  scores: scoreNoun,
  leadDeliveries: leadDeliveryNoun,
  leadList: leadListNoun,
  outgoing: outgoingNoun,
  leadSearch: { sql: leadSearchSql },
  deliveries: deliveryNoun,
  places: placeNoun,
  shares: { sql: shareSql },
  attempts: attemptNoun,
  moves: { sql: moveStatements },
  saleDoubts: { sql: doubtSql },
  settleList: settleListNoun,
  settling: settlingNoun,
  auctions: auctionNoun,
  mails: mailNoun,
  copies: copyNoun,
  costs: costNoun,
  pixels: pixelNoun,
  pixelIds: { sql: pixelIdSql },
  webhooks: webhookNoun,
  webhookMessages: messageNoun,
  payouts: { sql: bookSql },
  payoutRules: payoutRuleNoun,
  payoutLedger: payoutLedgerNoun,
  statements: statementNoun,
  postbacks: postbackNoun,
  postbackMessages: postbackMessageNoun,
  lawsOff: lawOffNoun,
  scriptHosts: scriptHostNoun,
  backlog: { sql: backlogSql },
  ledger: ledgerNoun,
  judge: { sql: judgeSql },
  entries: { sql: entrySql },
  changes: changeNoun,
  returns: returnNoun,
  stated: statedNoun,
  fileColumns: fileColumnNoun,
  erasing: erasingNoun,
  optOuts: optOutNoun,
  requests: requestNoun,
  revocations: revocationNoun,
  notices: noticeNoun,
  operators: operatorNoun,
  audit: auditNoun,
  invitations: invitationNoun,
  logins: loginNoun,
  publishKeys: publishKeyNoun,
  reportKeys: reportKeyNoun,
  secondFactors: factorNoun,
  passkeys: passkeyNoun,
  challenges: challengeNoun,
  identities: identityNoun,
  buckets: bucketNoun,
  secrets: secretNoun,
  readiness: readinessNoun,
  presences: { sql: presenceSql },
  totals: { sql: tallySql },
  hours: hourNoun,
  offerNames: { sql: offerNameSql },
  stepReport: { sql: stepReportSql },
  countedHours: { sql: countedHourSql },
  changedHours: { sql: changedHourSql },
  keptHours: keptHourNoun,
  walks: { sql: walkSql },
  visits: visitNoun,
  refusedLogins: refusalNoun,
  unsubscribing: unsubscribingNoun,
  reports: reportNoun,
} satisfies Record<string, Noun>

const ALL: Record<string, Noun> = NOUNS

/** Every statement of the store, by its noun and name, except those that a drill-down composes for its question. */
export const STATEMENTS: readonly (readonly [name: string, statement: Statement])[] = Object.entries(
  ALL,
).flatMap(([noun, { sql = {} }]) =>
  Object.entries(sql).map(([name, statement]) => [`${noun}.${name}`, statement] as const),
)

/** Verbs of one kind, of all nouns. */
export function verbsOf<Kind extends Exclude<keyof Noun, 'sql'>>(kind: Kind): NonNullable<Noun[Kind]> {
  return Object.assign({}, ...Object.values(ALL).map((noun) => noun[kind] ?? {})) as NonNullable<Noun[Kind]>
}

type ValueOf<T> = T[keyof T]
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Verbs of one kind, of all nouns. */
type VerbsOf<Kind extends keyof Noun> = Together<
  ValueOf<{ [N in keyof typeof NOUNS]: (typeof NOUNS)[N] extends Record<Kind, infer Verbs> ? Verbs : never }>
>

/** Function that asks the store what a rule answers. */
type Promised<R> = R extends (...args: infer Args) => Rule<infer Answer>
  ? (...args: Args) => Promise<Answer>
  : never

type AskedInContext<R> = R extends (context: never, ...args: infer Args) => Rule<infer Answer>
  ? (...args: Args) => Promise<Answer>
  : never

/** Verbs of the store that are rules, with the same arguments. */
type Derived = {
  [V in keyof VerbsOf<'writes'>]: Promised<VerbsOf<'writes'>[V]['rule']>
} & {
  [V in keyof VerbsOf<'writesInContext'>]: AskedInContext<VerbsOf<'writesInContext'>[V]['rule']>
} & {
  [V in keyof VerbsOf<'writesOfEach'>]: VerbsOf<'writesOfEach'>[V]['rule'] extends {
    change: (entry: number, ...args: infer Args) => unknown
  }
    ? (...args: Args) => Promise<number>
    : never
} & { [V in keyof VerbsOf<'reads'>]: Promised<VerbsOf<'reads'>[V]> } & {
  [V in keyof VerbsOf<'slowReads'>]: Promised<VerbsOf<'slowReads'>[V]>
} & {
  [V in keyof VerbsOf<'slowReadsInContext'>]: AskedInContext<VerbsOf<'slowReadsInContext'>[V]>
}

/** Verbs whose answer's type follows from an argument, or to which the store adds the time. */
type Special = ReportVerbs & LoginVerbs

export type StoreVerbs = Omit<Derived, keyof Special> & Special
