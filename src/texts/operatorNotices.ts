/** What the server tells its operator in the log. */
export const NOTICES = {
  providerLoginFailed: 'A login with the OIDC provider failed.',
  lostForGood: (trouble: string) => `${trouble} From now on nothing is acknowledged.`,
  refusesWrites: (trouble: string) =>
    `${trouble} Until then it refuses writes, each answered 503; what was acknowledged is kept.`,
  narrowed: 'Other users of this machine could open the data directory or files in it. They no longer can.',
  wide: 'Other users of this machine can open the data directory or files in it, and this user may not change that. Set them to 0700 and 0600.',
  noSecretsKey:
    'SECRETS_KEY is not set, so the database holds the key to its own secrets. Set it before you go live.',
  logGrows:
    'The log of writes keeps growing: another program has been reading the database without a break. Find it and end it, or the disk fills up. The log is cut when the reader ends.',
  logCut: 'The log of writes was cut: whatever was reading the database has ended.',
  writesAgain: 'Writes are kept again.',
  clockAhead:
    'The clock is days ahead of the last time that old data was forgotten. If the server was off for so long, all is well: it is caught up with, two hours an hour. If not, set the clock.',
  unknownProxy: (header: string, advice: string) =>
    `Requests come with the header ${header}, which is ignored: if a proxy of yours sends it, ${advice}, or all visitors have one address and share its limits.`,
  trustAnother: 'TRUST_PROXY does not name the address that they come from: add it',
  trustOne: "set TRUST_PROXY to the proxy's address",
  badRow: 'A row was skipped: this job can’t work with what it holds. The rows after it are not affected.',
  contactParameter:
    'An affiliate’s links put an email address or a phone number into this parameter. It is kept as a hash. Ask the affiliate to stop.',
  unnamedCaller:
    "A trusted proxy doesn't name the address of its caller. No address is kept for such callers, and they share one network's limits. Have the proxy send X-Forwarded-For with IP addresses.",
  unpublished: (setting: string, path: string, instead: string) =>
    `${setting}: nothing is published on /${path} yet. ${instead}`,
  unshown: (path: string, version: number) =>
    `This server can't show version ${version} of /${path}: newer code may have published it. It keeps showing the version before. Upgrade this server.`,
  hidden: (path: string) =>
    `Nobody sees the site on /${path}, an address of the server’s own: publish it on another path.`,
  mailWaits: (path: string) =>
    `SMTP_URL: it is unset, and the flow on /${path} sends email. What is due waits until it is set.`,
  linksUnmailed: (path: string) =>
    `SMTP_URL: it is unset, and the flow on /${path} offers links to go on. Its pages offer none until it is set.`,
  leadsUnconfirmed: (path: string) =>
    `SMTP_URL: it is unset, and the flow on /${path} confirms leads by email. It confirms none until it is set.`,
  mailUnaddressed: (path: string) =>
    `POSTAL_ADDRESS: it is unset, and the law asks for it in the emails of /${path}.`,
  pixelWithoutAccess: (path: string, vendor: string, account: string) =>
    `PIXELS_FILE: it gives no access to ${vendor} ${account}, which the flow on /${path} tells of events. Browsers alone tell it.`,
  buyerUnused: 'A buyer is not used: its leads wait.',
  notWrittenDown: (delivery: number, state: string) =>
    `Delivery ${delivery} ended as '${state}', which could not be written down: the buyer is asked again at the next start.`,
  statsNotBuilt: 'The dashboard is not built: run npm run build.',
  studioNotBuilt: 'The studio is not built: run npm run build.',
  deskNotBuilt: 'The desk is not built: run npm run build.',
  operatorsShutOut: 'Operators need an address of their own',
  sharedOriginAccepted:
    'SHARED_ORIGIN=accept: a script that a flow loads from another company can read every lead and act as any operator who is logged in. Set OPERATOR_HOST or OPERATOR_PORT instead.',
  stopping: 'Stopping: what is under way is finished first. A second signal ends the process at once.',
  namedLikeAnother: (name: string) =>
    `Account ${name} has the same name as another one, but for its case. Each logs in with its name as it is written: revoke one of them.`,
  writerEnded:
    'What writes the database has ended, and the server with it: start it again. Nothing that was acknowledged is lost.',
  cannotListen: (port: string) => `${port}: it cannot be listened on`,
  portTaken: (port: string) => `${port}: another program listens there`,
  portForbidden: (port: string) => `${port}: this user may not listen there`,
  hostElsewhere: (host: string) => `${host}: this machine has no such address`,
  hostUnknown: (host: string) => `${host}: there is no such name`,
} as const
