/** Texts of the dashboard around its figures. */
export const SCREEN = {
  noRoot: 'The page has no #root element.',
  notOpened: (product: string) => `Couldn’t open ${product}`,
  retry: 'Try again',
  loading: 'Loading',
  reports: 'Reports',
  path: 'Path',
  selectPath: 'Select path',
  noSuchPath: 'No such path',
  stats: 'Statistics',
  desk: 'Desk',
  studio: 'Studio',
  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: 'Shortcuts are on',
  useScheme: (scheme: 'light' | 'dark') => `Switch to ${scheme} mode`,
  outdated: 'Some figures couldn’t be refreshed.',
  countedUpTo: (time: string) => `Data up to ${time}, from a database replica.`,
  notUpdatedSince: (time: string, reason: string) => `Last updated ${time}. ${reason}`,
  someNotUpdatedSince: (time: string, reason: string) => `Some data was last updated ${time}. ${reason}`,
  chooseRange: 'Choose a date range at the top that ends today or earlier.',
  unknownPath: (path: string) => `Path “${path}” not found`,
  choosePath: 'Choose a path at the top.',
  pathsFailed: 'Couldn’t load the list of paths',
  noPath: 'No paths yet',
  publishFlow: 'Publish a flow to see its revenue here.',
} as const

/** Names of the shortcuts. */
export const SHORTCUT = {
  openTab: (tab: string) => `Open ${tab}`,
  choosePath: 'Choose a path',
  chooseDates: 'Choose dates',
  filter: 'Filter the first table',
  refresh: 'Refresh',
  help: 'Show these shortcuts',
} as const

/** Texts of logging in and out. */
export const LOGIN = {
  title: 'Log in to your statistics',
  name: 'Name',
  password: 'Password',
  showPassword: 'Show password',
  logIn: 'Log in',
  code: 'Code',
  codeOf: (product: string) => `Enter the code your app shows for ${product}.`,
  recovery: 'Recovery code',
  recoveryWhy:
    'Enter one of the codes you saved when you turned on two-factor authentication. Each works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use a code from your app',
  otherName: 'Log in with a different name',
  logOut: 'Log out',
  loggedIn: 'Logged in',
  loggedOut: 'You’re logged out.',
  factorDue: (day: string) =>
    `Your account sees personal data, so it needs two-factor authentication by ${day}.`,
  turnOnFactor: 'Turn it on',
  ended: 'Your session expired. Log in to continue.',
  stillIn: (reason: string) => `You’re still logged in. ${reason}`,
} as const

/** Texts on the login page about logging in with an OIDC provider or a passkey. */
export const LOGIN_WAYS = {
  or: 'or',
  passkey: 'Log in with a passkey',
  provider: (name: string) => `Log in with ${name}`,
  madeBefore: 'This device already has a passkey for your account.',
  /** Error when the dialog was closed or timed out. Browsers don't say which. */
  noPasskey: 'No passkey was used. Try again, or use your password.',
} as const

/** Texts of asking a logged-in operator to confirm who they are. */
export const CONFIRM = {
  title: 'Confirm it’s you',
  why: 'For your security, we ask again before you change access or export personal data. You won’t be asked for the next 15 minutes.',
  code: 'Code from your app, or a recovery code',
  instead: { password: 'Use your password', code: 'Use a code' },
  confirm: 'Confirm',
} as const

/** Texts of dialogs. */
export const SHEET = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  failed: (reason: string) => `That didn’t work. ${reason}`,
} as const

/** Reasons why a call of the dashboard failed. */
export const CALL_FAILED = {
  otherAnswer: 'We got an unexpected response. Does your network require you to log in?',
  fault: (error: unknown) => `Something went wrong on this page: ${String(error)}`,
  late: (seconds: number) => `The server didn’t respond within ${seconds} seconds.`,
  unreachable: 'Couldn’t reach the server.',
  status: (status: number) => `The server responded with error ${status}.`,
} as const
