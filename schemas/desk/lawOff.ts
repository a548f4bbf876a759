import { Type, type Static } from 'typebox'
import { closed, EpochMs, VISIBLE } from '../kernel/shape.ts'

/** Legal rules that an admin turned off, each with a reason. */

const rule = Type.String({
  pattern: '^[a-z0-9-]{1,64}$',
  description: 'The rule’s ID, as in docs/reference/law.md.',
  examples: ['us-wa-hours'],
})

const reason = Type.String({
  pattern: VISIBLE,
  maxLength: 300,
  description: 'Why flows don’t have to keep it. It’s shown wherever a flow would break the rule.',
  examples: ['Our buyers don’t call people in Washington.'],
})

export const LawOff = closed({
  rule,
  reason,
  off_by: Type.String({ description: 'Who turned it off. "console" for the command line.' }),
  off_at: EpochMs,
})
export type LawOff = Static<typeof LawOff>

export const TurnLawOff = closed({ rule, reason })
export const TurnLawOn = closed({ rule })

export const LawOffList = closed({
  data: Type.Array(LawOff, { description: 'Sorted by rule.' }),
})
