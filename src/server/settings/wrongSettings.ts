/** Faults of a setting, shown after its name. Values that may include a password aren't repeated. */
export const WRONG_SETTINGS = {
  port: (value: string) => `'${value}' isn't a port. Use a number from 0 to 65535.`,
  hours: (value: string) => `'${value}' isn't a number of hours. Use a number like 72.`,
  graceDays: (value: string) => `'${value}' isn't a number of days from 0 to 365.`,
  idleMinutes: (value: string) => `'${value}' isn't a number of minutes from 5 to 720.`,
  days: (value: string) => `'${value}' isn't a number of days. Use a number like 395.`,
  auctionMs: (value: string) => `'${value}' isn't a time from 100 to 20000 ms.`,
  dollarAmount: (value: string) => `'${value}' isn't a dollar amount. Use one like 1000.00.`,
  factor: (value: string) => `'${value}' isn't a factor. Use a number like 1 or 0.5.`,
  sitesNamed: (value: string) =>
    `'${value}' isn't a site's path. List paths like claims,debt, or use * for all.`,
  allowed: (value: string) => `'${value}' isn't valid. Set it to allow, or leave it unset.`,
  login: 'remove the username and password from the address.',
  trueOrFalse: (value: string) => `'${value}' isn't valid. Use true or false.`,
  copiedByPostgres:
    'DATABASE_URL is set. Back up and restore PostgreSQL with its own tools (pg_basebackup, pg_dump), or unset it to use the embedded database.',
  origin: (value: string) => `'${value}' isn't a web address. Use one like https://claims.example.`,
  dnsServer: (value: string) => `'${value}' isn't a DNS server. Use an IP address like 10.0.0.2, or system.`,
  hostName: (value: string) => `'${value}' isn't a host name. Use one like ops.claims.example.`,
  operatorsOnSite:
    'OPERATOR_HOST: visitors use this name already (PUBLIC_URL). Choose another one for operators.',
  operatorsOnPort: 'OPERATOR_PORT: choose a port other than PORT and 0.',
  httpsAddress: (value: string) => `'${value}' isn't an https:// address.`,
  mailServer: "this isn't the address of a mail server. Use one like smtp://user:password@host:587.",
  sender: (value: string) => `'${value}' isn't a sender. Use one like Claims <hello@claims.example>.`,
  address: (value: string) => `'${value}' isn't an email address.`,
  senderUnset: 'SMTP_URL needs MAIL_FROM, the sender of emails.',
  databaseUnset: 'REPORTS_URL needs DATABASE_URL: it is the standby of that database.',
  password: (least: number) => `use at least ${least} characters.`,
  pair: (entry: number, form: string) =>
    `entry ${entry} must look like ${form}. Separate entries with commas.`,
  secret: (partner: string, least: number) =>
    `the secret for ${partner} is too short. Use at least ${least} characters.`,
  usPhone: (value: string) => `'${value}' isn't a US phone number. Use one like +18005550199.`,
  proxy: (value: string, names: string) =>
    `'${value}' isn't an address. Use one like 10.0.0.0/8, or ${names}.`,
  oneOf: (value: string, known: string) => `'${value}' isn't valid. Use one of ${known}.`,
  issuer:
    "An issuer has no username, password, query or fragment. Copy it from the provider's discovery document.",
  claimSites: (value: string) => `'${value}' isn't valid. Write role:path+path. An admin takes no sites.`,
  clientIdUnset: 'OIDC_ISSUER needs OIDC_CLIENT_ID. Copy it from your provider.',
} as const

/** Faults of any file of secrets, and what to do. Its values aren't repeated. */
export const SECRET_FILE = {
  absent: (file: string) => `the file ${file} doesn't exist`,
  unreadable: (file: string) => `the file ${file} can't be read`,
  file: 'The file',
  unknownKey: (name: string) => `${name} isn't a known key.`,
  checkSpelling: 'Check its spelling.',
  lacks: (name: string, key: string) => `${name} needs ${key}.`,
  add: 'Add it.',
  oneOf: (values: string) => `Use one of ${values}.`,
} as const

/** Faults of the pixels file, and what to do. Its values aren't repeated, since they include secrets. */
export const PIXELS_FILE = {
  ofAccount: (vendor: string, account: string, message: string) => `${vendor}.${account}: ${message}`,
  url: "its url isn't a web address.",
  urlLike: 'Remove it, or use one like https://graph.facebook.com/v25.0.',
  localElsewhere: 'a local url must be on this machine.',
  localLike: 'Use an address like http://127.0.0.1:4000.',
  localRefused: 'local addresses are turned off.',
  allowLocal: 'For development, set LOCAL_TARGETS=allow. Otherwise remove "local".',
  login: 'its address contains a username or password.',
  withoutLogin: 'Remove them from the address.',
  inTheOpen: 'its url would send visitor data unencrypted.',
  beginHttps: 'Use an https:// address.',
} as const
