/** Messages to the operator in the server's log. */
export const NOTICES = {
  providerLoginFailed: 'A login with the OIDC provider failed.',
  lostForGood: (trouble: string) => `${trouble} No further writes are accepted.`,
  refusesWrites: (trouble: string) =>
    `${trouble} Until then, writes get a 503. Everything already acknowledged is safe.`,
  narrowed:
    "Other users of this machine could read the data directory. Its permissions were fixed, so they can't anymore.",
  wide: 'Other users of this machine can read the data directory, and this user may not change its permissions. Set folders to 0700 and files to 0600.',
  noSecretsKey:
    "SECRETS_KEY isn't set, so the database contains the key to its own secrets. Set it before you go live.",
  logGrows:
    'The write-ahead log keeps growing because another program has the database open for reading. Stop that program, or the disk will fill up. The log shrinks once it stops.',
  logCut: 'The write-ahead log shrank again: the program that was reading the database has stopped.',
  writesAgain: 'The database is accepting writes again.',
  clockAhead:
    'The clock is days ahead of the last cleanup of old data. If the server was off that long, cleanup will catch up by itself, two hours per hour. If not, correct the clock.',
  unknownProxy: (header: string, advice: string) =>
    `The ${header} header of requests is ignored. If your proxy sends it, ${advice}. Otherwise all visitors share one address and its rate limits.`,
  trustAnother: 'add its address to TRUST_PROXY',
  trustOne: "set TRUST_PROXY to the proxy's address",
  badRow: "A background job skipped a row that it couldn't process. Later rows aren't affected.",
  contactParameter:
    "An affiliate's links put an email address or phone number in this parameter. It's stored as a hash. Ask the affiliate to stop.",
  unnamedCaller:
    "A trusted proxy doesn't send the visitor's IP address. These visitors share one rate limit, and no address is stored for them. Configure the proxy to send X-Forwarded-For with IP addresses.",
  unpublished: (setting: string, path: string, instead: string) =>
    `${setting}: nothing is published on /${path} yet. ${instead}`,
  unshown: (path: string, version: number) =>
    `This server can't show version ${version} of /${path}, because newer code may have published it. It keeps showing the previous version. Upgrade this server.`,
  hidden: (path: string) =>
    `No one can see the site at /${path} because the server uses that address itself. Publish it on another path.`,
  sampleCompanies: (paths: string) =>
    `A sample company is named on ${paths}. Put your own into ui_config.site.company before you send visitors there.`,
  leadsWait: (offers: string, buyers: string) =>
    `Leads of ${offers} wait: no buyer named ${buyers} is set up, and no webhook takes leads. Set up the buyer at /desk/buyers.`,
  mailWaits: (path: string) =>
    `SMTP_URL isn't set, but the flow on /${path} sends email. Emails wait until you set it.`,
  linksUnmailed: (path: string) =>
    `SMTP_URL isn't set, but the flow on /${path} emails links to continue later. Its pages don't offer them until you set it.`,
  leadsUnconfirmed: (path: string) =>
    `SMTP_URL isn't set, but the flow on /${path} confirms leads by email. No confirmations are sent until you set it.`,
  mailUnaddressed: (path: string) =>
    `POSTAL_ADDRESS isn't set. The law requires a postal address in the emails of /${path}.`,
  pixelWithoutAccess: (path: string, vendor: string, account: string) =>
    `PIXELS_FILE has no access token for ${vendor} ${account}, which the flow on /${path} reports events to. Only browsers report to it.`,
  buyerUnused: 'A buyer has a problem, so its leads are waiting.',
  notWrittenDown: (delivery: number, state: string) =>
    `Delivery ${delivery} ended as '${state}', but that couldn't be saved. The lead is posted again at the next start.`,
  statsNotBuilt: "The dashboard isn't built. Run npm run build.",
  studioNotBuilt: "The studio isn't built. Run npm run build.",
  docsNotBuilt: "The documentation isn't built. Run npm run build.",
  deskNotBuilt: "The desk isn't built. Run npm run build.",
  operatorsShutOut: 'Operators need an address of their own',
  sharedOriginAccepted:
    'SHARED_ORIGIN=accept lets third-party scripts of a flow read every lead and act as any operator who is logged in. Set OPERATOR_HOST or OPERATOR_PORT instead.',
  stopping: 'Stopping. Current requests finish first. A second signal stops the server at once.',
  namedLikeAnother: (name: string) =>
    `Account ${name} differs from another account only in upper and lower case. Revoke one of them. Until then, each logs in with its exact name.`,
  writerEnded:
    'The database writer stopped, so the server stopped too. Start it again. Nothing acknowledged is lost.',
  cannotListen: (port: string) => `${port} can't be used`,
  portTaken: (port: string) => `${port} is already in use`,
  portForbidden: (port: string) => `${port} isn't open to this user`,
  hostElsewhere: (host: string) => `${host} isn't an address of this machine`,
  hostUnknown: (host: string) => `The host name ${host} wasn't found`,
  // Opt-outs
  optOutsLate: (count: number, isOver: boolean) =>
    `${count === 1 ? '1 opt-out notice' : `${count} opt-out notices`} ${isOver ? 'passed the legal deadline without a confirmation' : 'must be confirmed within two business days'}.`,
  optOutsOf: (buyer: string, count: number, deadline: string) =>
    `${buyer}: ${count} not confirmed, the first by ${deadline}`,
  optOutsHow: 'Ask these buyers to stop contacting the people, and confirm it at /desk/opt-outs.',
} as const
