import { Type, type Static } from 'typebox'
import { closed, EpochMs, HOST } from '../kernel/shape.ts'

/** Hosts that flows may load scripts from, if the flow itself names the host. */

const host = Type.String({
  pattern: HOST,
  maxLength: 253,
  description: 'As the address of the script has it, in lower case; no other host stands for it.',
  examples: ['www.clicks.example'],
})

export const ScriptHost = closed({
  host,
  added_by: Type.String({
    description:
      'Who added it; "console" for the command line, "upgrade" where a live flow used it before there was a list.',
  }),
  added_at: EpochMs,
})
export type ScriptHost = Static<typeof ScriptHost>

export const OneScriptHost = closed({ host })

export const ScriptHostList = closed({
  data: Type.Array(ScriptHost, { description: 'In the order of the hosts.' }),
})
