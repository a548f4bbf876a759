/** Types of refusals that an operator page acts on: it asks for confirmation, or explains why the login ended. */
export const PROBLEM_TYPES = {
  confirm: 'urn:leadloom:confirm',
  idle: 'urn:leadloom:idle',
} as const
export type ProblemType = (typeof PROBLEM_TYPES)[keyof typeof PROBLEM_TYPES]
