import { Type, type Static } from 'typebox'
import { closed, EpochMs, HOST } from '../kernel/shape.ts'

/** Hosts that flows may load scripts from, if the flow itself names the host. */

const host = Type.String({
  pattern: HOST,
  maxLength: 253,
  description: 'The full host name in lowercase. Subdomains aren’t included.',
  examples: ['www.clicks.example'],
})

export const ScriptHost = closed({
  host,
  added_by: Type.String({
    description:
      'Who added it. "console" for the command line, "upgrade" if a live flow already used it when the list was introduced.',
  }),
  added_at: EpochMs,
})
export type ScriptHost = Static<typeof ScriptHost>

export const OneScriptHost = closed({ host })

export const ScriptHostList = closed({
  data: Type.Array(ScriptHost, { description: 'Sorted by host.' }),
})
