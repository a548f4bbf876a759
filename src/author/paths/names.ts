import type { Problem } from '../../../schemas/author/problem.ts'

/** Name of a way of the rule at `at`, or of a change of the comparison there. */
export const nameOf = (at: Problem['at'], what: string) => `${JSON.stringify(at)} ${what}`
