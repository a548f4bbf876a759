import type { Problem } from '../../../schemas/problem.ts'

/** What a way of the rule at `at`, or a change of the comparison there, is called. */
export const nameOf = (at: Problem['at'], what: string) => `${JSON.stringify(at)} ${what}`
