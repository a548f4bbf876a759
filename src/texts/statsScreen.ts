/** What the dashboard says around its figures. */
export const SCREEN = {
  noRoot: 'The page has no #root to stand in.',
  notOpened: (product: string) => `${product} could not be opened`,
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
  useColours: (scheme: 'light' | 'dark') => `Switch to ${scheme} colours`,
  outdated: 'Figures could not be brought up to date: those that are older say since when.',
  countedUpTo: (time: string) => `Counted up to ${time} New York time, from a copy of the database.`,
  notUpdatedSince: (time: string, reason: string) =>
    `Not updated since ${time}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  chooseRange: 'Choose a date range at the top that ends today or earlier.',
  unknownPath: (path: string) => `There is no path “${path}”`,
  choosePath: 'Choose a path at the top.',
  pathsFailed: 'The list of paths could not be loaded',
  noPath: 'There is no path yet',
  publishFlow: 'Publish a flow: what its path earns then stands here.',
} as const

/** What each shortcut does. */
export const SHORTCUT = {
  openTab: (tab: string) => `Open ${tab}`,
  choosePath: 'Choose the path',
  chooseDates: 'Choose the dates',
  filter: 'Filter the first table',
  refresh: 'Bring the figures up to date',
  help: 'Show these shortcuts',
} as const

/** Logging in and out. */
export const LOGIN = {
  title: 'Log in to your statistics',
  name: 'Name',
  password: 'Password',
  showPassword: 'Show the password',
  logIn: 'Log in',
  code: 'Code',
  codeOf: (product: string) => `Give the code that your app shows for ${product}.`,
  recovery: 'Recovery code',
  recoveryWhy: 'Give one of the codes that you kept when you turned codes on. It works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the code of the app',
  otherName: 'Log in with another name',
  logOut: 'Log out',
  loggedIn: 'Logged in',
  loggedOut: 'You are logged out.',
  factorDue: (day: string) =>
    `Your account sees personal data, so it needs two-factor authentication by ${day}.`,
  turnOnFactor: 'Turn it on',
  ended: 'Your session has ended. Log in to go on.',
  stillIn: (reason: string) => `You are still logged in. ${reason}`,
} as const

/** Asking again who is there. */
export const CONFIRM = {
  title: 'Confirm it’s you',
  why: 'For your security, we ask again before changes to access and before personal data leaves. You won’t be asked for the next 15 minutes.',
  code: 'Code from your app, or a recovery code',
  instead: { password: 'Use your password', code: 'Use a code' },
  confirm: 'Confirm',
} as const

/** Dialogs. */
export const SHEET = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  failed: (reason: string) => `That did not work: ${reason}`,
} as const

/** Why a call of the dashboard failed. */
export const CALL_FAILED = {
  otherAnswer: 'The server answered with something else: is this network asking to log in?',
  fault: (error: unknown) => `Something went wrong here: ${String(error)}`,
  late: (seconds: number) => `The server did not answer within ${seconds} seconds.`,
  unreachable: 'The server could not be reached.',
  status: (status: number) => `The server answered with error ${status}.`,
} as const
