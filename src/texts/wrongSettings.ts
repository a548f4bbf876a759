/** What is wrong with a setting, below its name. Of one that holds a password nothing is repeated. */
export const WRONG_SETTINGS = {
  port: (value: string) => `'${value}' is not a port: give a number from 0 to 65535.`,
  hours: (value: string) => `'${value}' is not a number of hours such as 72.`,
  graceDays: (value: string) => `'${value}' is not a number of days from 0 to 365.`,
  idleMinutes: (value: string) => `'${value}' is not a number of minutes from 5 to 720.`,
  days: (value: string) => `'${value}' is not a number of days such as 395.`,
  auctionMs: (value: string) => `'${value}' is not a time from 100 to 20000 ms.`,
  dollarAmount: (value: string) => `'${value}' is not an amount in dollars such as 1000.00.`,
  factor: (value: string) => `'${value}' is not a factor: give a number such as 1 or 0.5.`,
  sitesNamed: (value: string) => `'${value}' is no path of a site: name paths, claims,debt, or * for all.`,
  allowed: (value: string) => `'${value}' is not allow: leave it unset, or set it to allow.`,
  login: 'remove the username and password from the address.',
  trueOrFalse: (value: string) => `'${value}' is neither true nor false.`,
  copiedByPostgres:
    'DATABASE_URL is set, and a PostgreSQL is copied and restored by its own tools (pg_basebackup, pg_dump): unset it to do so with the embedded database.',
  origin: (value: string) => `'${value}' is not an address such as https://claims.example.`,
  dnsServer: (value: string) => `'${value}' is no DNS server: give its address, such as 10.0.0.2, or system.`,
  hostName: (value: string) => `'${value}' is not a host name such as ops.claims.example.`,
  operatorsOnSite: 'OPERATOR_HOST: visitors reach PUBLIC_URL under this name. Give operators another one.',
  operatorsOnPort: 'OPERATOR_PORT: give it a port of its own, other than PORT and 0.',
  httpsAddress: (value: string) => `'${value}' is not an address that begins with https://.`,
  mailServer: 'it is not the address of a mail server: give such as smtp://user:password@host:587.',
  sender: (value: string) => `'${value}' is not a sender: give such as Claims <hello@claims.example>.`,
  senderUnset: 'SMTP_URL: it needs MAIL_FROM, the address that emails come from.',
  databaseUnset: 'REPORTS_URL: it needs DATABASE_URL, whose standby it names.',
  password: (least: number) => `give at least ${least} characters.`,
  pair: (entry: number, form: string) =>
    `entry ${entry} is not of the form ${form}; entries are parted by commas.`,
  secret: (partner: string, least: number) =>
    `the secret of ${partner} is short: give at least ${least} characters.`,
  usPhone: (value: string) => `'${value}' is not a US number such as +18005550199.`,
  proxy: (value: string, names: string) =>
    `'${value}' is not an address: give such as 10.0.0.0/8, or ${names}.`,
  oneOf: (value: string, known: string) => `'${value}' is none of ${known}.`,
  issuer:
    'An issuer has no user, password, query or fragment. Copy it from the provider’s discovery document.',
  claimSites: (value: string) =>
    `'${value}' names no sites that this role can have: write role:path+path, and give an admin no sites.`,
  clientIdUnset: 'OIDC_CLIENT_ID: OIDC_ISSUER needs it. Copy it from your provider.',
} as const

/** What is wrong with a file of secrets, whatever is in it, and what would be right. No value of it is repeated. */
export const SECRET_FILE = {
  absent: (file: string) => `there is no file ${file}`,
  unreadable: (file: string) => `${file} cannot be read`,
  file: 'The file',
  unknownKey: (name: string) => `${name} is not known here.`,
  checkSpelling: 'Check its spelling.',
  lacks: (name: string, key: string) => `${name} lacks ${key}.`,
  add: 'Add it.',
  oneOf: (values: string) => `It is one of ${values}.`,
} as const

/** What is wrong with the file of pixels, and what would be right. No value of it is repeated: it holds secrets. */
export const PIXELS_FILE = {
  ofAccount: (vendor: string, account: string, message: string) => `${vendor}.${account}: ${message}`,
  url: 'its url is not an address.',
  urlLike: 'Leave it out, or give one such as https://graph.facebook.com/v25.0.',
  localElsewhere: 'a local url is on this machine.',
  localLike: 'Give an address such as http://127.0.0.1:4000.',
  localRefused: 'local addresses are off.',
  allowLocal: 'Set LOCAL_TARGETS=allow to use them for development, or remove "local".',
  login: 'its address holds a username or a password.',
  withoutLogin: 'Remove them from the address.',
  inTheOpen: 'its url would tell of visitors in the open.',
  beginHttps: 'Begin it with https://.',
} as const
