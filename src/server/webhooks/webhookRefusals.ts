/** Reasons why a webhook can't be created. */
export const WEBHOOK_REFUSALS = {
  known: (name: string) => `The webhook name "${name}" is already taken. Choose another one.`,
  full: (most: number) => `You've reached the limit of ${most} webhooks. Remove one first.`,
  noAddress: (url: string) =>
    `"${url}" isn't a complete web address. Use one like https://crm.example/hooks.`,
  localRefused: 'Local webhooks are turned off on this server. For development, set LOCAL_TARGETS=allow.',
  login: 'Remove the username and password from the address. Messages are signed instead.',
  inTheOpen: 'Use an https:// address. Plain http:// only works for local webhooks on this machine.',
} as const
