import { DEFAULT_SITE_KEY } from '../../flow/page.ts'
import {
  addresses,
  allowed,
  accept,
  auctionMs,
  claimRoles,
  dollarAmount,
  days,
  dnsServer,
  factor,
  factorRule,
  graceDays,
  hostNames,
  hours,
  idleMinutes,
  httpsAddress,
  issuer,
  logLevel,
  mailbox,
  mailKey,
  optional,
  origin,
  pairs,
  portNumber,
  proxies,
  sealingKeys,
  secrets,
  sitesNamed,
  smtpAddress,
  text,
  trueOrFalse,
  usPhone,
} from './settingParsers.ts'
import { WRONG_SETTINGS } from './wrongSettings.ts'

/** All settings, by their names in the code: environment variable, meaning, default as it would be typed, and parser. The README beside
 *  it and the CLI's help are generated from this; only `main.ts` reads the environment. */
export const SETTINGS = {
  port: {
    env: 'PORT',
    about: 'Port to listen on. 0 picks a free one.',
    default: '3000',
    read: portNumber,
  },
  host: {
    env: 'HOST',
    about: 'Address to listen on. `0.0.0.0` listens on every network.',
    default: '127.0.0.1',
    read: text,
  },
  dataDir: {
    env: 'DATA_DIR',
    about: 'Folder of the embedded database.',
    default: './data',
    read: text,
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    about:
      'PostgreSQL database that servers share: `postgres://user:password@host:5432/database`. Unset: the embedded database.',
    default: '',
    read: optional(text),
  },
  reportsUrl: {
    env: 'REPORTS_URL',
    about:
      'Standby of that PostgreSQL. `/stats` reads from it while it’s at most a minute behind. Unset: `DATABASE_URL`.',
    default: '',
    read: optional(text),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    about: 'Address where visitors reach the server. Unset: the address it listens on.',
    default: '',
    read: optional(origin),
  },
  operatorHosts: {
    env: 'OPERATOR_HOST',
    about:
      'One or more host names where operators reach `/stats`, `/desk`, and `/studio`: `ops.claims.example`. Unset: these pages share the sites’ origin, and flows with third-party scripts can’t be published.',
    default: '',
    read: hostNames,
  },
  operatorPort: {
    env: 'OPERATOR_PORT',
    about:
      'Second port for operators, on this machine only, instead of `OPERATOR_HOST`: `3001` for `http://localhost:3001`.',
    default: '',
    read: optional(portNumber),
  },
  sharedOrigin: {
    env: 'SHARED_ORIGIN',
    about:
      '`accept` lets operators and flows with third-party scripts share an origin. Use it only for tests. Such a script can then act as any operator who is logged in.',
    default: '',
    read: optional(accept),
  },
  operatorName: {
    env: 'OPERATOR_NAME',
    about: 'Name of the first operator, who is created if there is none.',
    default: 'operator',
    read: text,
  },
  operatorPassword: {
    env: 'OPERATOR_PASSWORD',
    about:
      'That operator’s password: at least 12 characters and hard to guess. Unset: a random one, printed once.',
    default: '',
    read: optional(text),
  },
  requireSecondFactor: {
    env: 'REQUIRE_SECOND_FACTOR',
    about:
      'Who needs two-factor authentication: `personal-data` for roles that see personal data, after `SECOND_FACTOR_GRACE_DAYS`; `true` for everyone, right away; `false` for no one. Until operators turn it on, they can’t do anything else.',
    default: 'personal-data',
    read: factorRule,
  },
  factorGraceDays: {
    env: 'SECOND_FACTOR_GRACE_DAYS',
    about: 'Days after the first login during which those operators only see a reminder: 0 to 365.',
    default: '7',
    read: graceDays,
  },
  idleMinutes: {
    env: 'LOGIN_IDLE_MINUTES',
    about: 'Minutes without activity after which an operator is logged out: 5 to 720.',
    default: '120',
    read: idleMinutes,
  },
  oidcIssuer: {
    env: 'OIDC_ISSUER',
    about:
      'Issuer URL of the OpenID Connect provider that operators can log in with: `https://login.example.com`. Unset: none.',
    default: '',
    read: optional(issuer),
  },
  oidcClientId: {
    env: 'OIDC_CLIENT_ID',
    about: 'Client ID of this server at the provider.',
    default: '',
    read: optional(text),
  },
  oidcClientSecret: {
    env: 'OIDC_CLIENT_SECRET',
    about: 'Client secret for that ID. Unset: the server is a public client.',
    default: '',
    read: optional(text),
  },
  oidcScope: {
    env: 'OIDC_SCOPE',
    about: 'Scopes to request, separated by spaces. Some providers need `groups` to send the role claim.',
    default: 'openid profile email',
    read: text,
  },
  oidcRoleClaim: {
    env: 'OIDC_ROLE_CLAIM',
    about: 'Claim with a person’s role: a string or a list of strings.',
    default: 'roles',
    read: text,
  },
  oidcRoles: {
    env: 'OIDC_ROLES',
    about:
      'Roles by value of that claim, with their sites; the first match wins: `it-admins=admin,sales=manager:claims+debt`. Unset: the values are the role names.',
    default: '',
    read: claimRoles,
  },
  oidcAcr: {
    env: 'OIDC_ACR',
    about:
      '`acr` values that count as two-factor, separated by spaces. Unset: every login with the provider counts as two-factor.',
    default: '',
    read: (value) => value.split(' ').filter((acr) => acr !== ''),
  },
  oidcName: {
    env: 'OIDC_NAME',
    about: 'Name of the provider on the login page, as in “Log in with Okta”.',
    default: 'single sign-on',
    read: text,
  },
  productName: {
    env: 'PRODUCT_NAME',
    about: 'Name of the product. A flow’s title and consents use it when it’s published.',
    default: 'Leadloom',
    read: text,
  },
  approvalSites: {
    env: 'APPROVAL_SITES',
    about:
      'Sites where a second author must approve versions published from `/studio` or with a key: `claims,debt`, or `*` for all.',
    default: '',
    read: sitesNamed,
  },
  siteHosts: {
    env: 'SITE_HOSTS',
    about: 'Sites by host name: `claims.example=my-site,…`.',
    default: '',
    read: pairs('=', 'host=path'),
  },
  defaultSite: {
    env: 'DEFAULT_SITE',
    about: 'Path of the site shown at `/` and unknown paths. Unset: the site that was published first.',
    default: '',
    read: optional(text),
  },
  siteKey: {
    env: 'SITE_KEY',
    about:
      'Key that signs the call that opens a session. It’s public, so it shows integrity but proves nothing.',
    default: DEFAULT_SITE_KEY,
    read: text,
  },
  postbackKeys: {
    env: 'POSTBACK_KEYS',
    about:
      'Partners who can report conversions: `partner:secret,…`, with secrets of at least 10 characters. Unset: none.',
    default: '',
    read: secrets,
  },
  costKeys: {
    env: 'COST_KEYS',
    about:
      'Sources whose programs can report what visitors cost: `source:secret,…`, with secrets of at least 10 characters. Unset: none.',
    default: '',
    read: secrets,
  },
  buyersFile: {
    env: 'BUYERS_FILE',
    about: 'JSON file with the buyers that leads go to. Unset: leads are saved and wait.',
    default: '',
    read: optional(text),
  },
  auctionMs: {
    env: 'AUCTION_MS',
    about: 'Time to wait for bids in an auction, in ms: 100 to 20000.',
    default: '2000',
    read: auctionMs,
  },
  maxSaleCents: {
    env: 'MAX_SALE',
    about:
      'Highest amount booked for one sale, in dollars, to a buyer that has no price, `max_price`, or `max_bid`, and too few sales to tell its usual price. Otherwise the limit is `max_price` or `max_bid`, or ten times the list or usual price. A sale above it isn’t booked, and `leadloom returns` lists it.',
    default: '1000.00',
    read: dollarAmount,
  },
  secretsKeys: {
    env: 'SECRETS_KEY',
    about:
      'Key that encrypts buyers’ secrets and two-factor secrets in the database: at least 32 characters, the same for every server and command. To change it, put the new one first: `new,old`. Unset: a key stored in the database itself.',
    default: '',
    read: sealingKeys,
  },
  localTargets: {
    env: 'LOCAL_TARGETS',
    about:
      '`allow` permits buyers, webhooks, and ad platforms on this machine if they’re marked as local, for development. Unset: the server never calls addresses on its own machine or network.',
    default: '',
    read: allowed,
  },
  pixelsFile: {
    env: 'PIXELS_FILE',
    about:
      'JSON file with access tokens for ad platforms that get events from flows. Unset: only browsers send events.',
    default: '',
    read: optional(text),
  },
  phoneNumber: {
    env: 'PHONE_NUMBER',
    about: 'Phone number on the pages. The default is reserved for fiction.',
    default: '+18005550199',
    read: usPhone,
  },
  retreaverCampaign: {
    env: 'RETREAVER_CAMPAIGN',
    about:
      'Key of the Retreaver campaign that provides the phone number. Unset, or if Retreaver doesn’t answer: `PHONE_NUMBER`.',
    default: '',
    read: optional(text),
  },
  retreaverUrl: {
    env: 'RETREAVER_URL',
    about: 'Retreaver’s API for that number.',
    default: 'https://api.rtvrapi.com/api/v1/numbers',
    read: httpsAddress,
  },
  emailDns: {
    env: 'EMAIL_DNS',
    about:
      'DNS server used to check that an email’s domain accepts mail: `10.0.0.2`, or `system`. Unset: no check.',
    default: '',
    read: optional(dnsServer),
  },
  ipLookup: {
    env: 'IP_LOOKUP',
    about:
      'Services asked, in order, for the public address of callers from our own network: `https://…,…`. Unset: none.',
    default: '',
    read: (value) => value.split(',').flatMap((entry) => (entry.trim() ? [httpsAddress(entry.trim())] : [])),
  },
  smtpUrl: {
    env: 'SMTP_URL',
    about:
      'Mail server for emails from flows: `smtp://user:password@host:587`, or `smtps://…:465`. Requires `MAIL_FROM`. Unset: emails wait, and sites don’t offer links to continue or confirm leads.',
    default: '',
    read: optional(smtpAddress),
  },
  mailFrom: {
    env: 'MAIL_FROM',
    about: 'Sender of those emails: `Claims <hello@claims.example>`.',
    default: '',
    read: optional(mailbox),
  },
  inboundMailKey: {
    env: 'INBOUND_MAIL_KEY',
    about:
      'Key with which a mail provider posts replies to `/webhook/inbound-mail?key=…`: at least 16 characters. Replies that say STOP are recorded. Unset: none are accepted.',
    default: '',
    read: optional(mailKey),
  },
  alertsTo: {
    env: 'ALERTS_TO',
    about:
      'Email addresses to warn when a buyer hasn’t confirmed an opt-out in time: `ops@claims.example,…`. Requires `SMTP_URL`. Unset: only the log and the desk warn.',
    default: '',
    read: addresses,
  },
  goOnHours: {
    env: 'GO_ON_HOURS',
    about: 'Hours that a visitor’s link to continue works.',
    default: '72',
    read: hours,
  },
  privacyEmail: {
    env: 'PRIVACY_EMAIL',
    about:
      'Email address for visitors’ questions about their data. `{site}` is replaced with the site’s path.',
    default: 'privacy@{site}.example',
    read: text,
  },
  postalAddress: {
    env: 'POSTAL_ADDRESS',
    about: 'The operator’s postal address. Unset: the legal pages show a placeholder.',
    default: '',
    read: optional(text),
  },
  keepVisitorsDays: {
    env: 'KEEP_VISITORS_DAYS',
    about: 'Days after which a visitor who didn’t become a lead is forgotten. Counts stay.',
    default: '395',
    read: days,
  },
  keepLeadsDays: {
    env: 'KEEP_LEADS_DAYS',
    about: 'The same for leads. Telemarketing law requires five years of records.',
    default: '1827',
    read: days,
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    about: 'Proxies whose `X-Forwarded-*` headers are trusted: `10.0.0.0/8,…`, or `loopback`, `uniquelocal`.',
    default: '',
    read: proxies,
  },
  hstsSubdomains: {
    env: 'HSTS_SUBDOMAINS',
    about: '`true` makes browsers use HTTPS for all subdomains too.',
    default: 'false',
    read: trueOrFalse,
  },
  rateLimit: {
    env: 'RATE_LIMIT',
    about: 'Factor for every limit of requests per minute. 0 turns the limits off.',
    default: '1',
    read: factor,
  },
  metricsPort: {
    env: 'METRICS_PORT',
    about: 'Port for Prometheus metrics. Unset: no metrics.',
    default: '',
    read: optional(portNumber),
  },
  metricsHost: {
    env: 'METRICS_HOST',
    about: 'Address that the metrics listen on. Anyone who can reach it can read them.',
    default: '127.0.0.1',
    read: text,
  },
  logLevel: {
    env: 'LOG_LEVEL',
    about: '`debug` logs every request, `warn` only failed ones. Also `error` and `silent`.',
    default: 'warn',
    read: logLevel,
  },
} as const satisfies Record<string, Setting>

export type Settings = { [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

interface Setting {
  env: string
  about: string
  default: string
  /** Throws a sentence that says what would be right. */
  read: (text: string) => unknown
}

/** Settings from `env`; an empty variable counts as unset. Throws one error that names every invalid setting and says what would be
 *  right. */
export function parseSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const broken: string[] = []
  const settings = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    try {
      return [name, setting.read(env[setting.env]?.trim() || setting.default)]
    } catch (error) {
      broken.push(`${setting.env}: ${(error as Error).message}`)
      return [name, undefined]
    }
  })
  if (env['SMTP_URL']?.trim() && !env['MAIL_FROM']?.trim()) broken.push(WRONG_SETTINGS.senderUnset)
  if (env['REPORTS_URL']?.trim() && !env['DATABASE_URL']?.trim()) broken.push(WRONG_SETTINGS.databaseUnset)
  if (env['OIDC_ISSUER']?.trim() && !env['OIDC_CLIENT_ID']?.trim()) broken.push(WRONG_SETTINGS.clientIdUnset)
  const operators = env['OPERATOR_HOST']?.toLowerCase().split(',') ?? []
  const sites = URL.parse(env['PUBLIC_URL']?.trim() ?? '')?.hostname
  if (operators.some((host) => host.trim() === sites)) broken.push(WRONG_SETTINGS.operatorsOnSite)
  const port = env['OPERATOR_PORT']?.trim()
  if (port && (Number(port) === 0 || port === (env['PORT']?.trim() || SETTINGS.port.default)))
    broken.push(WRONG_SETTINGS.operatorsOnPort)
  if (broken.length > 0) throw new Error(broken.join('\n'))
  return Object.fromEntries(settings) as Settings
}
