/** Types of refusals that a page of operators acts on: it asks who is there, or tells why the login ended. */
export const PROBLEM_TYPES = {
  confirm: 'urn:leadloom:confirm',
  idle: 'urn:leadloom:idle',
} as const
export type ProblemType = (typeof PROBLEM_TYPES)[keyof typeof PROBLEM_TYPES]
