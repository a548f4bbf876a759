const MB = 1024 * 1024

/** Reasons why the server refuses a call, as the caller reads them: a page, a partner, a buyer or an operator. */
export const REFUSALS = {
  // Any call
  otherMethods: (methods: string) => `This address only accepts ${methods}.`,
  nothingHere: 'Page not found.',
  hostOnce: 'Send the Host header exactly once.',
  notHttp: "This isn't an HTTP request.",
  tooSlow: 'The request took too long to arrive. Send it again.',
  headersTooLong: 'The request headers are too long.',
  bodyTooLarge: (bytes: number) => `The request body is too large. The limit is ${bytes} bytes.`,
  otherContentType: "This content type isn't supported. Send application/json.",
  field: (field: string, wrong: string) => `'${field}' ${wrong}.`,
  missing: 'is missing',
  unknown: "isn't a known field",
  invalid: "isn't valid",
  ourFault: 'Something went wrong on our end. Try again in a moment.',
  noAnswer: (ms: number) => `No response within ${ms} ms.`,
  stopping: 'The server is stopping.',
  notKept: "The database isn't accepting writes.",
  notKeptFor: (trouble: string) => `The database isn't accepting writes: ${trouble}.`,
  tooManyRequests: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
  tooManyBytes: (seconds: number) => `Too much data from this address. Try again in ${seconds} seconds.`,
  otherSite: 'This request comes from another site.',
  formOfOtherSite: 'This form was sent from another site.',

  // Wrapped bodies
  signatureMissing: 'The x-signature header is missing.',
  signatureWrong: "The signature doesn't match the data.",
  notWrapped: 'Wrap the body: {data, _x: true}.',
  noData: 'The wrapped body needs a string in data.',
  inflatesTooFar: (bytes: number) => `The decompressed data is too large. The limit is ${bytes} bytes.`,
  notDeflated: "The data isn't a base64-encoded zlib stream.",
  notJson: "The data isn't valid JSON, or it contains a forbidden key.",

  // Sessions
  noBearer: "Send the session's bearer token in the Authorization header.",
  bearerOfNone: "The bearer token doesn't belong to any session.",
  movedElsewhere: 'The visitor continued on another device. Take the visit back first.',
  bearerOfOther: 'The bearer token belongs to another session.',
  tokensDiffer: "The token in the body doesn't match the bearer token.",
  noSession: "This session doesn't exist.",
  queryTooLong: 'The query string is too long.',
  tooManyUnknownTokens:
    "Too many requests from your network use a session token that doesn't exist. Try again later.",
  tooManyCalls: 'Too many requests in this session. Wait a minute.',
  sessionBytes: (most: number) => `This session reached its limit of ${most} bytes.`,
  sessionSubmissions: (most: number) => `This session reached its limit of ${most} submissions.`,
  sessionCharacters: (most: number) => `This session reached its limit of ${most} characters in answers.`,
  sessionLeads: (most: number) => `This session reached its limit of ${most} leads.`,

  noLinks: "This site doesn't email links to continue later.",
  linkTooEarly: 'Answer the first question before you save your progress.',
  notMailed: "We can't send email to this address.",
  sessionLinks: (most: number) => `This session reached its limit of ${most} emailed links.`,

  // Flows and their steps
  noVersion: "This version doesn't exist.",
  nothingLive: 'No flow is live on this path.',
  noOffer: "This offer isn't in the session's flow.",
  noRealOffer: 'The flow has no real offer with this name.',
  otherLanguage: (language: string) => `The session's flow isn't translated into '${language}'.`,
  noStep: "This step isn't in the session's flow.",
  noIcon: "This icon doesn't exist.",
  noPicture: "This picture doesn't exist.",
  noModelYear: "This model year isn't in the catalog.",
  othersAllTheTime: 'Other submissions of this session are being recorded. Send it again.',
  otherSubmission: 'A different submission with this ID is already recorded.',
  checkSaysNo: 'One of the answers failed verification.',
  earlierCheckSaysNo: 'An earlier answer failed verification.',
  schemaSaysNo: "The answers don't match the step's schema.",
  consentsOfStep: (most: number) => `This step's consent reached its limit of ${most} answers.`,
  buttonGivesNone: (button: string) => `Consent was sent, but the "${button}" button doesn't give consent.`,

  // Partners and buyers
  tooManyKeys: (seconds: number) => `Too many wrong keys from this address. Try again in ${seconds} seconds.`,
  notPartnersKey: "This key doesn't belong to a partner.",
  notBuyersKey: "This key doesn't belong to a buyer.",
  notOurReference:
    "The reference isn't valid. Send it as you received it: offer|click_ref|session_uuid|step.",
  otherConversion:
    'This ID was already reported with a different amount, offer, or session. The ledger is unchanged. This report is kept for review.',
  otherReturn:
    'This is more than what is left of the sale, or the ledger has a different ID for this lead. The ledger is unchanged. This report is kept for review.',
  noticesConfirmed: 'These notices were already confirmed.',
  noticeNotAgain: 'This notice is on its way, or the buyer never got the lead.',
  leadUnnamed: 'Identify the lead: send your ID as id, or the key it was posted under as lead.',
  leadUnknown: 'No lead was posted to you with this key.',
  tooManyReturns: 'Too many returns are waiting for their sales.',

  // Operators
  logIn: 'Log in first.',
  idle: (minutes: number) =>
    `You were logged out after ${durationText(minutes)} without activity. Log in again.`,
  loginUnsafe: 'Log in over HTTPS (or on localhost). If a proxy handles HTTPS, list it in TRUST_PROXY.',
  loginWrong: 'Wrong name or password.',
  tooManyTries: (minutes: number) => `Too many attempts. Try again in ${minutes} minutes.`,
  noAccount: (name: string) => `No account named ${name}.`,
  accountKnown: (name: string) => `An account named ${name} already exists.`,
  lastAdmin: (name: string) => `${name} is the only admin. Make someone else an admin first.`,
  noInvitation: (name: string) => `No pending invitation for ${name}.`,
  linkEnded: 'This link was used or canceled, or it expired. Ask an admin for a new one.',
  noLogin: 'No such session. It may have ended already.',
  presentWrong: 'That password is wrong. Try again.',
  confirmFirst: 'Confirm that it’s you, then try again.',
  codeNeeded: 'Enter the code from your app, or a recovery code.',
  codeWrong: 'This code is wrong, expired, or already used. Wait for your app to show the next one.',
  factorSealed:
    "Your codes can't be checked because SECRETS_KEY has changed. Use a recovery code, or ask an admin to turn off two-factor authentication.",
  factorOn: 'Two-factor authentication is already on. Turn it off first.',
  factorOff: 'Two-factor authentication is already off.',
  factorNotBegun: 'This setup expired. Start again.',
  factorRequired: 'This server requires two-factor authentication for everyone.',
  factorFirst: 'This server requires two-factor authentication. Turn it on at /desk/account first.',
  noFactor: (name: string) => `${name} doesn't use two-factor authentication.`,
  rangeBackwards: 'From must be before To.',
  searchWithoutKey: 'A search needs a column. Add key.',
  notAllowed: (role: string) => `You need the ${role} role for this. Ask an admin.`,
  ownAddress: (path: string) => `The server uses "${path}" itself. Choose another path.`,
  forAllSites: (sites: string) =>
    `This applies to all sites, but your account only covers ${sites}. Ask an admin for access.`,
  adminOfAll: 'Admins have access to all sites. Set sites to null, or choose another role.',
  noSite: (path: string) => `No site at /${path}.`,
  pathTaken: (path: string) => `/${path} is already taken. Choose another address.`,
  templateOrCopy: 'Choose either a template or a site to copy.',
  brokenCopy: (path: string) => `The flow of /${path} isn’t valid JSON. Fix it before you copy it.`,
  noDraft: (path: string) => `No draft for /${path}.`,
  noRemovedDraft: (path: string) => `/${path} has no deleted draft to restore.`,
  noComment: 'This comment no longer exists, or someone else changed it first.',
  nothingToTakeDown: (path: string) => `Nothing is live at /${path}.`,
  leadsNowhere: (offers: string, buyers: string) =>
    `Leads of ${offers} have nowhere to go: no buyer named ${buyers} is set up, and no webhook takes leads. Set up the buyer at /desk/buyers. To publish now and save leads until then, use --leads-wait (leads_wait in a call).`,
  noDraftFile: "This file isn't part of the draft.",
  liveAtOutside: 'Choose a time to go live that is within the next year.',
  noRequest: "This publish request isn't pending.",
  requestWaits: (path: string, by: string) =>
    `${by} already asked to publish /${path}. Approve or withdraw that request first.`,
  requestDecided: (state: string) => `This request is no longer pending. It's ${state}.`,
  approvesOwn: "You can't approve your own request. Ask someone else.",
  makerGone: (by: string) => `${by} can no longer publish.`,
  failedAtItsTime: "The flow couldn't be published.",
  scriptsNeedOrigin: (hosts: readonly string[]) =>
    `This flow loads scripts from ${hosts.join(', ')}, which could act as an operator on this address. Set OPERATOR_HOST=ops.your-site.example, or OPERATOR_PORT=3001 on this machine, and restart the server. Then publish again.`,
  sharedOrigin: (hosts: readonly string[]) =>
    `A live flow loads scripts from ${hosts.join(', ')}, which could act as an operator on this address. Set OPERATOR_HOST=ops.your-site.example, or OPERATOR_PORT=3001 on this machine, and restart the server.`,
  scriptsUnlisted: (hosts: readonly string[]) =>
    `This flow loads scripts from ${hosts.join(', ')}, which is not on the list of script hosts. Ask an admin to add it at /desk/hosts. Then try again.`,
  noLawRule: (rule: string) => `There's no legal rule ${rule}.`,
  lawRuleOff: (rule: string) => `${rule} is already off.`,
  lawRuleOn: (rule: string) => `${rule} isn't off.`,
  knownScriptHost: (host: string) => `${host} is already on the list.`,
  noScriptHost: (host: string) => `${host} isn't on the list.`,
  scriptHostUsed: (host: string, users: readonly string[]) =>
    `${host} can't be removed. A live flow loads scripts from it: ${users.join(', ')}. Publish the flow without it, then remove the host.`,
  unshown: (version: number) =>
    `This server can't show version ${version}: newer code may have published it. Upgrade the server, then try again.`,
  noNote: "This note doesn't exist.",
  noteOfOther: 'Only the person who wrote a note, or an admin, can change it.',
  notForViewers: 'Viewers can’t write notes. Ask an admin for another role.',
  noteForSite: 'Choose one of your sites. Only accounts for all sites can write notes about all of them.',
  versionToPromote: 'Choose the version to promote.',
  oneVersion: (path: string) =>
    `/${path} has only one live version. Publish another one with a share of the visitors first.`,
  notLive: (version: number, path: string) => `Version ${version} isn't live on /${path}.`,
  experimentRuns: (path: string) => `An experiment is running on /${path}, or its shares just changed.`,
  noExperiment: (path: string, experiment: number) => `/${path} has no experiment ${experiment}.`,
  experimentChanged: 'This experiment, or what is live on its path, has changed. Reload the page.',
  noVersionOf: (version: number, path: string) => `/${path} has no version ${version}.`,
  savedSince: (by: string, at: string) =>
    `${by} saved a newer version on ${at} while you were editing. Your change wasn't saved.`,
  nothingToReplay: (path: string) => `Nothing is live on /${path}, so there are no visits to replay.`,
  replayRuns: (by: string) =>
    `${by === '' ? 'Someone' : by} is replaying visits right now. Try again in a minute.`,
  draftHasErrors: 'The draft has errors. Fix them and save.',
  noVisit: 'This visit is no longer available. The visitor may have been erased.',
  flowTooLarge: (most: number, bytes: number) =>
    `The flow is ${(Math.ceil((bytes / MB) * 100) / 100).toFixed(2)} MB. The limit is ${most / MB} MB. Remove something, or move pictures into files.`,
  fileTooLarge: (name: string, bytes: number) => `${name} is larger than ${bytes / MB} MB.`,
  tooLittleLeft: (weight: number, others: number) =>
    `${weight}% leaves too little for ${others} other live versions. Choose a smaller share, or 100%.`,
  filesTooLarge: (most: number) =>
    `The files of a flow can have at most ${most / 1024 ** 2} MB in total. Remove some, or make them smaller.`,
  tooManyFiles: (most: number) => `A flow can have at most ${most} files.`,
  keyNameTaken: (name: string) => `The key name "${name}" is already taken. Choose another one.`,
  noPostback: (name: string) => `No active postback named "${name}".`,
  postbackNotSentAgain: (entry: number) =>
    `Can't resend postback ${entry}. It doesn't exist, is already queued, a newer one reports the same conversion, or its postback or visitor is gone.`,
  noWebhook: (name: string) => `No active webhook named "${name}".`,
  notSentAgain: (entry: number) =>
    `Can't resend message ${entry}. It doesn't exist, is already queued, or its webhook or visitor is gone.`,
  notOutgoingAgain: (entry: number) => `Can't resend entry ${entry}. It doesn't exist, or it hasn't failed.`,
  keyExpired: 'Choose an expiration date in the future.',
  unknownReportKey:
    'This key is unknown, revoked, or expired, or its creator is no longer an admin. Ask an admin for a new key.',
  noKey: (name: string) => `No active key named "${name}".`,
  keyOfOther: (path: string) => `This key can only publish /${path}.`,
  unknownKey:
    'This key is unknown or revoked, or its creator can no longer edit sites. Create a new one: leadloom keys add NAME.',
  authorsWait: "The server is busy checking other authors' flows. Try again in a moment.",
  noPages: 'Draft previews are turned off on this server.',
  pagesTaken: (names: readonly string[], minutes: number) =>
    `All ${names.length} draft previews are in use by ${names.join(' and ')}. Ask one of them to close theirs. Unused previews close after ${minutes} minutes.`,
  pageClosed: "This preview closed because it wasn't used for a few minutes, or was opened in another tab.",
  noVisitTo:
    "No visitor is known to reach this step. Fix the flow's errors, or wait until the check finishes.",
  proofKeySealed:
    'The signing key for proofs was encrypted with another SECRETS_KEY. Add that key to the setting, or run leadloom proof new-key.',
  exportIsPersonal: 'Your role doesn’t see personal data. Export the list without it.',
  proofIsPersonal: "Proofs contain personal data, which your account can't see.",
  noLead: "This lead doesn't exist.",
  searchByContact:
    "Your account can't see personal data, so you can't search by phone number or email address. Search by ID.",
  noPersonNamed: 'Enter an email address, a phone number, or both.',
  noEmailAddress: 'Enter an email address like ann@example.com.',
  noPhoneNumber: 'Enter a US phone number with 10 digits.',
  notOpen: (request: number) =>
    `Can't answer request ${request}. It doesn't exist, was already answered, or is being erased.`,
  notToForget: (request: number) =>
    `Can't erase anyone for request ${request}. It isn't a deletion request, was already answered, or is in progress.`,
  valuesPerColumn: 'Each row needs one value for each column.',
} as const

/** Faults of a value by the keyword of its schema, given that keyword's limit. */
export const WRONG_VALUES: Partial<Record<string, (limit: unknown) => string>> = {
  maxLength: (most) => `has more than ${count(most)} characters`,
  minLength: (least) => (least === 1 ? 'is empty' : `has fewer than ${count(least)} characters`),
  maxItems: (most) => `has more than ${count(most)} entries`,
  minItems: (least) => `has fewer than ${count(least)} entries`,
  maximum: (most) => `is more than ${String(most)}`,
  minimum: (least) => `is less than ${String(least)}`,
}

function durationText(minutes: number): string {
  const [amount, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

function count(limit: unknown): string {
  return Number(limit).toLocaleString('en-US')
}

/** Reasons why a file couldn't be read. */
export const ISOLATION = {
  tooLong: 'The file took too long to read. Split it, or remove what you don’t need.',
  tooLarge: 'The file needs too much memory to read. Split it, or remove what you don’t need.',
  unread: 'The file couldn’t be read. It may be damaged. Save it again, or in another format.',
}
