import { publishRequestSql } from './versions/waitingPublishes.ts'
import { draftSql } from './versions/siteDrafts.ts'
import { buyerSql } from './buyers/buyerRecords.ts'
import { builtSql } from './files/builtFiles.ts'
import { importedSql } from './files/importedFiles.ts'
import { unusedSql } from './files/unusedSources.ts'
import { backlogSql } from './leads/backlog.ts'
import { attemptSql } from './leads/deliveries.ts'
import { moveStatements } from './leads/deliveryMoves.ts'
import { deliveryListSql } from './leads/deliveryList.ts'
import { lossSql } from './leads/deliveryLosses.ts'
import { deliverySql } from './leads/deliveryRecords.ts'
import { auctionSql } from './leads/auctions.ts'
import { leadSql } from './leads/keptLeads.ts'
import { leadDeliverySql } from './leads/leadDeliveries.ts'
import { leadListSql } from './leads/leadList.ts'
import { outgoingSql } from './leads/outgoingList.ts'
import { leadSearchSql } from './leads/leadSearch.ts'
import { mailSql } from './mails/mails.ts'
import { placeSql } from './leads/buyerPlaces.ts'
import { shareSql } from './leads/leadShares.ts'
import { textSql } from '../kernel/keptTexts.ts'
import { operatorSql } from './operators/accounts.ts'
import { auditSql } from './operators/auditLog.ts'
import { invitationSql } from './operators/invitationSql.ts'
import { loginSql } from './operators/logins.ts'
import { challengeSql, identitySql, passkeySql } from './operators/proofSql.ts'
import { publishKeySql } from './operators/publishKeys.ts'
import { reportKeySql } from './operators/reportKeys.ts'
import { factorSql } from './operators/secondFactorSql.ts'
import { erasingSql, erasureSql, searchSql } from './privacy/erasing.ts'
import { bucketSql } from './limits/sharedBuckets.ts'
import { optOutSql } from './privacy/optOuts.ts'
import { requestSql } from './privacy/requests.ts'
import { presenceSql } from '../kernel/presences.ts'
import { readinessSql } from '../kernel/readiness.ts'
import { changedHourSql } from './reports/dropoff/changedHours.ts'
import { countedHourSql } from './reports/dropoff/countedHours.ts'
import { keptHourSql } from './reports/dropoff/keptHours.ts'
import { offerNameSql } from './reports/offerNames.ts'
import { REPORT_QUERIES } from './reports/queries.ts'
import { visitSql } from './reports/recordedVisits.ts'
import { stepReportSql } from './reports/dropoff/stepReport.ts'
import { walkSql } from './reports/dropoff/walks.ts'
import { pixelIdSql } from './pixels/pixelIds.ts'
import { pixelSql } from './pixels/pixelEvents.ts'
import { ledgerSql } from './sales/ledger.ts'
import { judgeSql } from './sales/ledgerJudge.ts'
import { returnSql } from './sales/returnList.ts'
import { statedSql } from './sales/statedSales.ts'
import { scriptHostSql } from './scriptHosts/scriptHosts.ts'
import { secretSql } from '../kernel/secrets.ts'
import { doubtSql } from './sessions/doubts.ts'
import { linkSql } from './sessions/goOnLinks.ts'
import { arrivingSql } from './sessions/arriving.ts'
import { countingSql } from './sessions/counting.ts'
import { quarantineSql } from './sessions/quarantine.ts'
import { recordSql } from './sessions/sessionRecords.ts'
import { patchSql, submissionSql } from './steps/submissions.ts'
import type { Statement } from '../kernel/statement.ts'
import { hourSql } from './totals/hours.ts'
import { tallySql } from './totals/tally.ts'
import { versionSql } from './versions/publishing.ts'
import { messageSql } from './webhooks/webhookMessages.ts'
import { webhookSql } from './webhooks/webhooks.ts'

const reports = Object.fromEntries(
  Object.entries(REPORT_QUERIES).map(([name, { statement }]) => [name, statement]),
)

const NOUNS: Record<string, Record<string, Statement>> = {
  versions: versionSql,
  drafts: draftSql,
  publishRequests: publishRequestSql,
  builtFiles: builtSql,
  importedFiles: importedSql,
  unusedSources: unusedSql,
  arriving: arrivingSql,
  counting: countingSql,
  submissions: submissionSql,
  patches: patchSql,
  records: recordSql,
  doubts: doubtSql,
  goOnLinks: linkSql,
  quarantine: quarantineSql,
  texts: textSql.texts,
  visitorTexts: textSql.visitor_texts,
  buyers: buyerSql,
  leads: leadSql,
  deliveryList: deliveryListSql,
  losses: lossSql,
  leadDeliveries: leadDeliverySql,
  leadList: leadListSql,
  outgoing: outgoingSql,
  leadSearch: leadSearchSql,
  deliveries: deliverySql,
  places: placeSql,
  shares: shareSql,
  attempts: attemptSql,
  moves: moveStatements,
  auctions: auctionSql,
  mails: mailSql,
  pixels: pixelSql,
  pixelIds: pixelIdSql,
  webhooks: webhookSql,
  webhookMessages: messageSql,
  scriptHosts: scriptHostSql,
  backlog: backlogSql,
  ledger: ledgerSql,
  judge: judgeSql,
  returns: returnSql,
  stated: statedSql,
  erasing: erasingSql,
  erasure: erasureSql,
  search: searchSql,
  optOuts: optOutSql,
  requests: requestSql,
  operators: operatorSql,
  audit: auditSql,
  invitations: invitationSql,
  logins: loginSql,
  publishKeys: publishKeySql,
  reportKeys: reportKeySql,
  secondFactors: factorSql,
  passkeys: passkeySql,
  challenges: challengeSql,
  identities: identitySql,
  buckets: bucketSql,
  secrets: secretSql,
  readiness: readinessSql,
  presences: presenceSql,
  totals: tallySql,
  hours: hourSql,
  reports,
  offerNames: offerNameSql,
  stepReport: stepReportSql,
  countedHours: countedHourSql,
  changedHours: changedHourSql,
  keptHours: keptHourSql,
  walks: walkSql,
  visits: visitSql,
}

/** Every statement of the store, by its noun and name, except those that a drill-down composes for its question. */
export const STATEMENTS: readonly (readonly [name: string, statement: Statement])[] = Object.entries(
  NOUNS,
).flatMap(([noun, statements]) =>
  Object.entries(statements).map(([name, statement]) => [`${noun}.${name}`, statement] as const),
)
