import type { LocalCheck } from './localCheck.ts'

/** Source: spec, section 5 "Description". */
export const DESCRIPTION_MIN_LENGTH = 20

export const storyLength: LocalCheck = {
  passes: (value) => String(value).trim().length >= DESCRIPTION_MIN_LENGTH,
  least: DESCRIPTION_MIN_LENGTH,
}
