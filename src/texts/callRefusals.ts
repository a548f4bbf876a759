const MB = 1024 * 1024

/** Why the server refuses a call, each a sentence for whoever made it: a page, a partner, a buyer, an operator. */
export const REFUSALS = {
  // Any call
  otherMethods: (methods: string) => `What is at this address is asked for by ${methods}.`,
  nothingHere: 'Page not found.',
  hostOnce: 'The header host must stand there once.',
  notHttp: 'This is not an HTTP request.',
  tooSlow: 'The request took too long to arrive: send it again.',
  headersTooLong: 'The headers of the request are too long.',
  bodyTooLarge: (bytes: number) => `The body may have at most ${bytes} bytes.`,
  otherContentType: 'This content-type is not taken here: a call takes application/json.',
  field: (field: string, wrong: string) => `'${field}' ${wrong}.`,
  missing: 'is missing',
  unknown: 'is not known here',
  invalid: 'is not valid',
  ourFault: 'Something went wrong here. Try again in a moment.',
  noAnswer: (ms: number) => `No answer within ${ms} ms.`,
  stopping: 'The server is stopping.',
  notKept: 'The store does not take writes.',
  notKeptFor: (trouble: string) => `The store does not take writes: ${trouble}.`,
  tooManyRequests: (seconds: number) => `Too many requests: wait ${seconds} seconds.`,
  tooManyBytes: (seconds: number) => `Too much was sent from this address: wait ${seconds} seconds.`,
  otherSite: 'The call comes from another site.',
  formOfOtherSite: 'The form was sent from another site.',

  // Wrapped bodies
  signatureMissing: 'The header x-signature is missing.',
  signatureWrong: 'The signature is not that of the data.',
  notWrapped: 'The body must be wrapped: {data, _x: true}.',
  noData: 'The wrapped body has no text in data.',
  inflatesTooFar: (bytes: number) => `The data inflates to more than ${bytes} bytes.`,
  notDeflated: 'The data is not base64 of a zlib stream.',
  notJson: 'The data does not hold JSON, or JSON with a forbidden key.',

  // Sessions
  noBearer: 'The header authorization must carry a session’s bearer token.',
  bearerOfNone: 'The bearer token belongs to no session.',
  bearerOfOther: 'The bearer token is not that of the session.',
  tokensDiffer: 'The token in the body is not the bearer token.',
  noSession: 'There is no such session.',
  queryTooLong: 'The query is longer than that of any address.',
  tooManyUnknownTokens:
    'Too many calls from your network carry a session token that we don’t know. Try again later.',
  tooManyCalls: 'The session makes too many calls: wait a minute.',
  sessionBytes: (most: number) => `The session has sent ${most} bytes, which is all it may send.`,
  sessionSubmissions: (most: number) => `The session has ${most} submissions, which is all it may have.`,
  sessionCharacters: (most: number) =>
    `The session has ${most} characters of answers, which is all it may have.`,
  sessionLeads: (most: number) => `The session has ${most} leads, which is all it may have.`,

  noLinks: 'This site mails no links to go on.',
  linkTooEarly: 'There is nothing to go on with before the first answer.',
  notMailed: 'No email can be sent to this address.',
  sessionLinks: (most: number) => `The session asked for ${most} links, which is all it may.`,

  // Flows and their steps
  noVersion: 'There is no such version.',
  nothingLive: 'No flow is live on this path.',
  noOffer: 'The flow of this session has no such offer.',
  noRealOffer: 'The flow has no real offer of this name.',
  otherLanguage: (language: string) => `The flow of this session has no words in '${language}'.`,
  noStep: 'The flow of this session has no such step.',
  noIcon: 'There is no such icon.',
  noPicture: 'There is no such picture.',
  noModelYear: 'There is no such model year.',
  othersAllTheTime: 'Other submissions of the session are recorded all the time.',
  otherSubmission: 'A submission with this id is recorded already, and is another one.',
  checkSaysNo: 'A check of the answers says no.',
  earlierCheckSaysNo: 'A check of an earlier answer says no.',
  schemaSaysNo: 'The answers do not fit the step’s schema.',
  consentsOfStep: (most: number) =>
    `The consent of this step was answered ${most} times, which is all it may be.`,
  buttonGivesNone: (button: string) =>
    `The consent is claimed, and the button “${button}” that was pressed does not give it.`,

  // Partners and buyers
  tooManyKeys: (seconds: number) => `Too many wrong keys came from this address: wait ${seconds} seconds.`,
  notPartnersKey: 'The key is no partner’s.',
  notBuyersKey: 'The key is no buyer’s.',
  notOurReference: 'The reference is not one of ours: offer|click_ref|session_uuid|step.',
  otherConversion:
    'This id was reported with another amount, offer or session. The ledger is unchanged; this was kept for the operator.',
  otherReturn:
    'The ledger has this lead with another amount, or under another id. It is unchanged; this was kept for the operator.',
  leadUnnamed: 'Name the lead: by your id of it, or by the key that it was posted under as lead.',
  leadUnknown: 'No lead was posted to you under this key.',
  tooManyReturns: 'Too many returns wait for their sales.',

  // Operators
  logIn: 'Log in first.',
  idle: (minutes: number) =>
    `You were logged out after ${durationText(minutes)} without activity. Log in again.`,
  loginUnsafe: 'Log in over https, or at localhost; a proxy that does https must be named in TRUST_PROXY.',
  loginWrong: 'The name or the password is wrong.',
  tooManyTries: (minutes: number) => `Too many tries: wait ${minutes} minutes.`,
  noAccount: (name: string) => `There is no account ${name}.`,
  accountKnown: (name: string) => `There is an account ${name} already.`,
  lastAdmin: (name: string) => `${name} is the only admin: make another one first.`,
  noInvitation: (name: string) => `No link waits for ${name}.`,
  linkEnded: 'This link was used, has expired or was withdrawn: ask an admin for another one.',
  noLogin: 'There is no such login; it may have ended already.',
  presentWrong: 'That password is wrong. Try again.',
  confirmFirst: 'Confirm that it’s you, then try again.',
  codeNeeded: 'Give the code that your app shows, or a recovery code.',
  codeWrong: 'The code is wrong, too old, or was used already: wait for the next one that your app shows.',
  factorSealed:
    'The app’s secret was sealed with another SECRETS_KEY: use a recovery code, or have an admin turn the codes off.',
  factorOn: 'Two-factor authentication are on already: turn them off first.',
  factorOff: 'Two-factor authentication are off already.',
  factorNotBegun: 'The secret that this code is of is not known any more: begin anew.',
  factorRequired: 'This server requires codes at the login of everybody.',
  factorFirst: 'This server requires codes at the login: turn them on first, at /desk/account.',
  noFactor: (name: string) => `The login of ${name} asks for no code.`,
  rangeBackwards: 'From must be before To.',
  searchWithoutKey: 'A search names the column that it looks in: add key.',
  notAllowed: (role: string) => `This is for the role ${role} or one that may do more: an admin gives roles.`,
  ownAddress: (path: string) => `"${path}" is an address of the server’s own: choose another path.`,
  forAllSites: (sites: string) =>
    `This is about all sites, and your account is for ${sites}: an admin can change that.`,
  adminOfAll: 'An admin is for all sites: leave sites null, or choose another role.',
  noSite: (path: string) => `There is no site /${path}.`,
  noDraft: (path: string) => `There is no draft of /${path}.`,
  noDraftFile: 'There is no such file beside the draft.',
  liveAtOutside: 'The time to go live must be ahead, and at most a year.',
  noRequest: 'There is no such publish that waits.',
  requestWaits: (path: string, by: string) =>
    `A publish of /${path} that ${by} asked for waits already: it is to be approved or taken back first.`,
  requestDecided: (state: string) => `It no longer waits: it is ${state}.`,
  approvesOwn: 'Somebody else must approve what you asked for.',
  makerGone: (by: string) => `${by} may no longer publish.`,
  failedAtItsTime: 'It could not be published.',
  scriptsNeedOrigin: (hosts: readonly string[]) =>
    `This flow loads scripts from ${hosts.join(', ')}, which could act as an operator on this address. Set OPERATOR_HOST=ops.your-site.example, or OPERATOR_PORT=3001 on this machine, and restart the server. Then publish again.`,
  sharedOrigin: (hosts: readonly string[]) =>
    `A live flow loads scripts from ${hosts.join(', ')}, which could act as an operator on this address. Set OPERATOR_HOST=ops.your-site.example, or OPERATOR_PORT=3001 on this machine, and restart the server.`,
  scriptsUnlisted: (hosts: readonly string[]) =>
    `This flow loads scripts from ${hosts.join(', ')}, which is not on the list of script hosts. Ask an admin to add it at /desk/hosts. Then try again.`,
  knownScriptHost: (host: string) => `${host} is on the list already.`,
  noScriptHost: (host: string) => `${host} is not on the list.`,
  scriptHostUsed: (host: string, users: readonly string[]) =>
    `${host} can't be removed. A live flow loads scripts from it: ${users.join(', ')}. Publish the flow without it, then remove the host.`,
  unshown: (version: number) =>
    `This server can't show version ${version}: newer code may have published it. Upgrade the server, then try again.`,
  noVersionOf: (version: number, path: string) => `There is no version ${version} of /${path}.`,
  savedSince: (by: string, at: string) =>
    `Saved by ${by} at ${at}, since what you began with: nothing was changed.`,
  nothingToReplay: (path: string) =>
    `Nothing is live on /${path}, so there are no visits to try the draft on.`,
  replayRuns: (by: string) =>
    `${by === '' ? 'Somebody' : by} is trying a draft on recorded visits right now: one at a time. Try again in a minute.`,
  draftHasErrors: 'The draft has an error: correct it, and save it.',
  noVisit: 'There is no such visit of this version any more: its visitor may have been forgotten.',
  flowTooLarge: (most: number, bytes: number) =>
    `The flow has ${(Math.ceil((bytes / MB) * 100) / 100).toFixed(2)} MB and may have ${most / MB} MB: take something out. Pictures are files beside it.`,
  fileTooLarge: (name: string, bytes: number) => `${name} has more than ${bytes / MB} MB.`,
  tooLittleLeft: (weight: number, others: number) =>
    `${weight} % would leave too little for ${others} other live versions: give less, or all 100.`,
  filesTooLarge: (most: number) =>
    `The files beside a flow can have ${most / 1024 ** 2} MB in all. Remove some, or make them smaller.`,
  tooManyFiles: (most: number) => `There may be ${most} files beside a flow.`,
  keyNameTaken: (name: string) => `There is, or was, a key "${name}": choose another name.`,
  noWebhook: (name: string) => `There is no webhook "${name}" that is sent anything.`,
  notSentAgain: (entry: number) =>
    `The message ${entry} cannot be sent again: there is none of this number, it is due, or its webhook or visitor is gone.`,
  notOutgoingAgain: (entry: number) =>
    `The entry ${entry} cannot be sent again: there is none of this number that was refused or given up.`,
  keyExpired: 'A key that has expired already reads nothing: say a time that is to come.',
  unknownReportKey:
    'This key is not known, was revoked, has expired, or its maker is no admin any more: an admin makes keys at /desk/people.',
  noKey: (name: string) => `There is no key "${name}" that holds.`,
  keyOfOther: (path: string) => `This key publishes /${path} alone.`,
  unknownKey:
    'This key is not known, was revoked, or its maker may write no sites any more: make another one, leadloom keys add NAME.',
  authorsWait: 'Other authors’ flows are being read: try again in a moment.',
  noPages: 'This server does not show the pages of drafts: it was started without that.',
  pagesTaken: (names: readonly string[], minutes: number) =>
    `This server shows ${names.length} pages of drafts at a time, now those of ${names.join(' and ')}: ask one of them to close theirs. One that is not used closes after ${minutes} minutes.`,
  pageClosed: 'The page is not open any more: it was not used for some minutes, or opened in another tab.',
  noVisitTo:
    'No visitor is known to come to this step: correct the errors of the flow, or wait until its proofs are done.',
  proofKeySealed:
    'The key that signs proofs was sealed with another SECRETS_KEY: add that one to the setting, or run leadloom proof new-key.',
  proofIsPersonal: 'Your account does not see personal data, which a proof holds.',
  noLead: 'There is no such lead.',
  searchByContact:
    'Your account does not see personal data, so it cannot search by phone number or email address: search by an id.',
  noPersonNamed: 'Enter an email address, a phone number or both.',
  noEmailAddress: 'This is no email address: write it like ann@example.com.',
  noPhoneNumber: 'This is no US phone number: write its ten digits.',
  notOpen: (request: number) =>
    `The request ${request} cannot be answered: it was answered already, its person is being forgotten, or there is none of this number.`,
  notToForget: (request: number) =>
    `The person of the request ${request} cannot be forgotten by it: it is none to delete, it was answered, or it is under way already.`,
  valuesPerColumn: 'Each of the values of rows has one entry for each of its columns.',
} as const

/** What is wrong with a value, by the keyword of its schema and that keyword's limit. */
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

/** Why a file could not be read. */
export const ISOLATION = {
  tooLong: 'The file took too long to read. Split it, or remove what you don’t need.',
  tooLarge: 'The file needs too much memory to read. Split it, or remove what you don’t need.',
  unread: 'The file couldn’t be read. It may be damaged. Save it again, or in another format.',
}
