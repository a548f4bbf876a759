/** Errors when a provider didn't log someone in, by the server's code for the error. */
export const PROVIDER_FAILURES = {
  away: (name) => `Couldn’t reach ${name}. Try again in a moment, or use your password.`,
  denied: (name) => `The login was canceled at ${name}.`,
  failed: (name) => `${name} didn’t confirm the login. Try again.`,
  expired: () => 'The login took too long or was used already. Try again.',
  unsafe: () => 'Log in over HTTPS (or on localhost). If a proxy handles HTTPS, list it in TRUST_PROXY.',
  no_role: (name) => `Your account at ${name} has no role here. Ask an admin for one.`,
  weak: (name) => `${name} didn’t ask for two-factor authentication. Turn it on there, then try again.`,
  name_taken: () => 'Another account already has your name here. Ask an admin.',
  revoked: () => 'Your account was revoked. Ask an admin.',
  last_admin: (name) =>
    `${name} gives you another role now, but you’re the only admin here. Make someone else an admin first.`,
} as const satisfies Record<string, (name: string) => string>

export type ProviderFailure = keyof typeof PROVIDER_FAILURES
