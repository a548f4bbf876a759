/** Why a webhook is not made. */
export const WEBHOOK_REFUSALS = {
  known: (name: string) => `There is, or was, a webhook "${name}": choose another name.`,
  full: (most: number) => `There are ${most} webhooks, as many as there may be: end one first.`,
  noAddress: (url: string) => `"${url}" is no web address: write it whole, like https://crm.example/hooks.`,
  localRefused: 'Local webhooks are off on this server: set LOCAL_TARGETS=allow to use them for development.',
  login: 'The address holds a name or a password: the signature says who sends a message, leave them out.',
  inTheOpen:
    'Messages go by https alone: only a receiver on this machine, which is there to try things out, may be reached by http.',
} as const
