/** The part of one's own account about passkeys. */
export const PASSKEYS = {
  title: 'Passkeys',
  failed: 'Couldn’t load your passkeys',
  about:
    'Log in with your fingerprint, face or screen lock. A passkey replaces your password and two-factor authentication code.',
  label: 'Name',
  added: 'Added',
  used: 'Last used',
  unused: 'never',
  actions: 'Actions',
  name: 'Passkey name',
  nameWhy: 'For example, the device it’s on.',
  add: 'Add passkey',
  elsewhere: (origin: string | null) =>
    origin === null
      ? 'Passkeys need HTTPS and a host name. They work once PUBLIC_URL is set, or on localhost.'
      : `To add a passkey, open this page at ${origin} in a browser that supports passkeys.`,
  remove: 'Remove',
  removeOf: (label: string) => `Remove passkey ${label}`,
  askRemove: (label: string) => `Remove passkey ${label}?`,
  removeWhy: 'It will no longer log you in. You’ll be logged out everywhere else.',
  removeIt: 'Remove passkey',
} as const
