import { DEFAULT_SITE_KEY } from '../../flow/page.ts'
import {
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
} from './settingTexts.ts'
import { WRONG_SETTINGS } from '../../texts/wrongSettings.ts'

/** All settings, by their names in the code: environment variable, meaning, default as it would be typed, and parser. The README beside
 *  it and the CLI's help are generated from this; only `main.ts` reads the environment. */
export const SETTINGS = {
  port: {
    env: 'PORT',
    about: 'The port to listen on; 0 takes a free one.',
    default: '3000',
    read: portNumber,
  },
  host: {
    env: 'HOST',
    about: 'The address to listen on; `0.0.0.0` for every network.',
    default: '127.0.0.1',
    read: text,
  },
  dataDir: {
    env: 'DATA_DIR',
    about: 'The folder of the embedded database.',
    default: './data',
    read: text,
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    about:
      'The PostgreSQL that servers share: `postgres://user:password@host:5432/database`. Unset: the embedded database.',
    default: '',
    read: optional(text),
  },
  reportsUrl: {
    env: 'REPORTS_URL',
    about:
      'A standby of that PostgreSQL, from which `/stats` reads its figures while it is at most a minute behind. Unset: `DATABASE_URL`.',
    default: '',
    read: optional(text),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    about: 'The address at which visitors reach the server. Unset: the one it listens on.',
    default: '',
    read: optional(origin),
  },
  operatorHosts: {
    env: 'OPERATOR_HOST',
    about:
      'The host name, or several, at which operators alone reach `/stats`, `/desk` and `/studio`: `ops.claims.example`. Unset: they share the sites’ origin, and no flow with scripts of other companies is published.',
    default: '',
    read: hostNames,
  },
  operatorPort: {
    env: 'OPERATOR_PORT',
    about:
      'A second port, on this machine alone, that does the same as `OPERATOR_HOST`: `http://localhost:3001`.',
    default: '',
    read: optional(portNumber),
  },
  sharedOrigin: {
    env: 'SHARED_ORIGIN',
    about:
      '`accept` lets operators and flows with scripts of other companies share an origin, for tests: such a script can then act as an operator who is logged in.',
    default: '',
    read: optional(accept),
  },
  operatorName: {
    env: 'OPERATOR_NAME',
    about: 'The name of the first operator, made when there is none.',
    default: 'operator',
    read: text,
  },
  operatorPassword: {
    env: 'OPERATOR_PASSWORD',
    about:
      'That operator’s password: at least 12 characters, and hard to guess. Unset: a random one, printed once.',
    default: '',
    read: optional(text),
  },
  requireSecondFactor: {
    env: 'REQUIRE_SECOND_FACTOR',
    about:
      'Who needs two-factor authentication: `personal-data` for roles that see personal data, after `SECOND_FACTOR_GRACE_DAYS`; `true` for everyone, at once; `false` for nobody. An operator without it can only turn it on.',
    default: 'personal-data',
    read: factorRule,
  },
  factorGraceDays: {
    env: 'SECOND_FACTOR_GRACE_DAYS',
    about: 'How many days after their first login such operators are only reminded: 0 to 365.',
    default: '7',
    read: graceDays,
  },
  idleMinutes: {
    env: 'LOGIN_IDLE_MINUTES',
    about: 'After how many minutes without activity an operator is logged out: 5 to 720.',
    default: '120',
    read: idleMinutes,
  },
  oidcIssuer: {
    env: 'OIDC_ISSUER',
    about:
      'The OpenID Connect provider that operators can log in with, by its issuer URL: `https://login.example.com`. Unset: none.',
    default: '',
    read: optional(issuer),
  },
  oidcClientId: {
    env: 'OIDC_CLIENT_ID',
    about: 'The client ID that the provider gave this server.',
    default: '',
    read: optional(text),
  },
  oidcClientSecret: {
    env: 'OIDC_CLIENT_SECRET',
    about: 'The client secret that goes with it. Unset: the server is a public client.',
    default: '',
    read: optional(text),
  },
  oidcScope: {
    env: 'OIDC_SCOPE',
    about:
      'The scopes to ask the provider for, separated by spaces. Some need `groups` to send the role claim.',
    default: 'openid profile email',
    read: text,
  },
  oidcRoleClaim: {
    env: 'OIDC_ROLE_CLAIM',
    about: 'The claim that says which role somebody has: a text or a list of texts.',
    default: 'roles',
    read: text,
  },
  oidcRoles: {
    env: 'OIDC_ROLES',
    about:
      'Which values of that claim give which role, the first match first, and for which sites: `it-admins=admin,sales=manager:claims+debt`. Unset: the role names themselves.',
    default: '',
    read: claimRoles,
  },
  oidcAcr: {
    env: 'OIDC_ACR',
    about:
      'The `acr` values that the provider must confirm a login with, separated by spaces. Unset: every login of the provider counts as two-factor.',
    default: '',
    read: (value) => value.split(' ').filter((acr) => acr !== ''),
  },
  oidcName: {
    env: 'OIDC_NAME',
    about: 'What the login page calls the provider, as in “Log in with Okta”.',
    default: 'single sign-on',
    read: text,
  },
  productName: {
    env: 'PRODUCT_NAME',
    about: 'What the product calls itself; a flow’s title and consents take it when it is published.',
    default: 'Leadloom',
    read: text,
  },
  approvalSites: {
    env: 'APPROVAL_SITES',
    about:
      'Sites of which a second author approves what is published from `/studio` or with a key: `claims,debt`, or `*` for all.',
    default: '',
    read: sitesNamed,
  },
  siteHosts: {
    env: 'SITE_HOSTS',
    about: 'Which site a host name shows: `claims.example=my-site,…`.',
    default: '',
    read: pairs('=', 'host=path'),
  },
  defaultSite: {
    env: 'DEFAULT_SITE',
    about: 'The path of the site that `/` and unknown paths show. Unset: the one that was published first.',
    default: '',
    read: optional(text),
  },
  siteKey: {
    env: 'SITE_KEY',
    about: 'Signs the call that opens a session. It is public: it shows integrity, it proves nothing.',
    default: DEFAULT_SITE_KEY,
    read: text,
  },
  postbackKeys: {
    env: 'POSTBACK_KEYS',
    about:
      'Who may report conversions: `partner:secret,…`, each secret of at least 10 characters. Unset: nobody.',
    default: '',
    read: secrets,
  },
  buyersFile: {
    env: 'BUYERS_FILE',
    about: 'The JSON file that says where leads are delivered. Unset: leads are kept, and wait.',
    default: '',
    read: optional(text),
  },
  auctionMs: {
    env: 'AUCTION_MS',
    about:
      'How long the bids of the buyers of a lead that bid against each other are waited for, in ms: 100 to 20000.',
    default: '2000',
    read: auctionMs,
  },
  maxSaleCents: {
    env: 'MAX_SALE',
    about:
      'The most that one sale is booked for, in dollars, unless the buyer’s own prices are higher. A sale for more is not booked: `leadloom returns` lists it.',
    default: '1000.00',
    read: dollarAmount,
  },
  secretsKeys: {
    env: 'SECRETS_KEY',
    about:
      'Seals the secrets of buyers and of second factors that are kept in the database: at least 32 characters, the same for every server and command; a new one goes before the one in use, `new,old`. Unset: a key that the database holds itself.',
    default: '',
    read: sealingKeys,
  },
  localTargets: {
    env: 'LOCAL_TARGETS',
    about:
      '`allow` lets buyers, webhooks and vendors that are marked as local be on this machine, for development. Unset: the server never calls an address of its own machine or network for them.',
    default: '',
    read: allowed,
  },
  pixelsFile: {
    env: 'PIXELS_FILE',
    about:
      'The JSON file with the access to the vendors whom flows tell of events. Unset: browsers alone tell them.',
    default: '',
    read: optional(text),
  },
  phoneNumber: {
    env: 'PHONE_NUMBER',
    about: 'The phone number on the pages. The default is one that is reserved for fiction.',
    default: '+18005550199',
    read: usPhone,
  },
  retreaverCampaign: {
    env: 'RETREAVER_CAMPAIGN',
    about:
      'The key of the Retreaver campaign that gives a page its number. Unset, or when it is away: `PHONE_NUMBER`.',
    default: '',
    read: optional(text),
  },
  retreaverUrl: {
    env: 'RETREAVER_URL',
    about: 'Where Retreaver is asked for it.',
    default: 'https://api.rtvrapi.com/api/v1/numbers',
    read: httpsAddress,
  },
  emailDns: {
    env: 'EMAIL_DNS',
    about:
      'The DNS server that is asked whether the domain of an email address takes mail: `10.0.0.2`, or `system`. Unset: none.',
    default: '',
    read: optional(dnsServer),
  },
  ipLookup: {
    env: 'IP_LOOKUP',
    about:
      'Who is asked, in turn, for the public address of callers from our own network: `https://…,…`. Unset: nobody.',
    default: '',
    read: (value) => value.split(',').flatMap((entry) => (entry.trim() ? [httpsAddress(entry.trim())] : [])),
  },
  smtpUrl: {
    env: 'SMTP_URL',
    about:
      'The mail server that emails of flows go out by: `smtp://user:password@host:587`, or `smtps://…:465`. It needs `MAIL_FROM`. Unset: they wait, and no site offers links to go on or confirms leads.',
    default: '',
    read: optional(smtpAddress),
  },
  mailFrom: {
    env: 'MAIL_FROM',
    about: 'Who they come from: `Claims <hello@claims.example>`.',
    default: '',
    read: optional(mailbox),
  },
  goOnHours: {
    env: 'GO_ON_HOURS',
    about: 'For how many hours a link works by which a visitor goes on elsewhere.',
    default: '72',
    read: hours,
  },
  privacyEmail: {
    env: 'PRIVACY_EMAIL',
    about: 'Where visitors write about their data; `{site}` stands for the site’s path.',
    default: 'privacy@{site}.example',
    read: text,
  },
  postalAddress: {
    env: 'POSTAL_ADDRESS',
    about: 'The operator’s address for letters. Unset: the legal pages say that it is to be set.',
    default: '',
    read: optional(text),
  },
  keepVisitorsDays: {
    env: 'KEEP_VISITORS_DAYS',
    about: 'After how many days a visitor who became no lead is forgotten; what was counted stays.',
    default: '395',
    read: days,
  },
  keepLeadsDays: {
    env: 'KEEP_LEADS_DAYS',
    about: 'The same for leads. Telemarketing law asks for five years of records.',
    default: '1827',
    read: days,
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    about:
      'Whose `X-Forwarded-*` headers are believed: addresses of proxies, `10.0.0.0/8,…`, or `loopback`, `uniquelocal`.',
    default: '',
    read: proxies,
  },
  hstsSubdomains: {
    env: 'HSTS_SUBDOMAINS',
    about:
      'Whether browsers that came by https shall use it for all hosts below this one too: `true` or `false`.',
    default: 'false',
    read: trueOrFalse,
  },
  rateLimit: {
    env: 'RATE_LIMIT',
    about: 'A factor on every limit of requests per minute; 0 for no limits.',
    default: '1',
    read: factor,
  },
  metricsPort: {
    env: 'METRICS_PORT',
    about: 'The port of the Prometheus metrics. Unset: none.',
    default: '',
    read: optional(portNumber),
  },
  metricsHost: {
    env: 'METRICS_HOST',
    about: 'The address that the metrics listen on; anybody who reaches it reads them.',
    default: '127.0.0.1',
    read: text,
  },
  logLevel: {
    env: 'LOG_LEVEL',
    about: '`debug` logs every request, `warn` those that failed; also `error` and `silent`.',
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
