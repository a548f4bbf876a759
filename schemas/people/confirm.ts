import { Type, type Static } from 'typebox'
import { closed, oneOf } from '../kernel/shape.ts'
import { Code } from './secondFactor.ts'

/** Confirmation of who is logged in, before calls that require it: see `confirm` in schemas/kernel/call.ts. */

export const ConfirmMethod = oneOf(['password', 'code'])
export type ConfirmMethod = Static<typeof ConfirmMethod>

export const Confirm = Type.Union([
  closed({ present: Type.String({ maxLength: 1024, description: 'The account’s password.' }) }),
  closed({ code: Code }),
])
export type Confirm = Static<typeof Confirm>
