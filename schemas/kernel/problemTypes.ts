/** Types of refusals that a page acts on: an operator's asks for confirmation, or explains why the login ended; a visitor's tells that the
 *  visit continued on another device. */
export const PROBLEM_TYPES = {
  confirm: 'urn:leadloom:confirm',
  idle: 'urn:leadloom:idle',
  moved: 'urn:leadloom:moved',
} as const
export type ProblemType = (typeof PROBLEM_TYPES)[keyof typeof PROBLEM_TYPES]
