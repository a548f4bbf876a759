/** Errors of calls about passkeys. */
export const PASSKEY_REFUSALS = {
  noOrigin: 'Passkeys need HTTPS and a host name. Set PUBLIC_URL, or open this page on localhost.',
  ofProvider: (provider: string) => `You log in with ${provider}. Add passkeys there.`,
  tooMany: (most: number) => `You have ${most} passkeys already. Remove one first.`,
  notProved: 'The passkey couldn’t be verified. Try again.',
  known: 'This passkey couldn’t be saved. It may have been added already.',
  unknown: 'You don’t have this passkey. It may have been removed already.',
  wrong: 'This passkey didn’t log you in. Try again, or use your password.',
} as const
