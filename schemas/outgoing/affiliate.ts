import { Type } from 'typebox'
import { VISIBLE } from '../kernel/shape.ts'

/** A partner that sends visitors. */
export const Affiliate = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: VISIBLE,
  description: 'The affiliate’s ID, as in aff_id.',
})
