import type { FailureCode } from '../../schemas/commands.ts'
import { isUnusable } from '../store/unusable.ts'

/** 0: all is well. 1: there are problems, and they were said. 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2

/** How a command that threw ends, and the stable name of the reason. */
export interface Failure {
  code: FailureCode
  exit: ExitCode
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Error && 'failure' in error) return error.failure as Failure
  // A setting that is to be corrected, like a word of the command line.
  if (isUnusable(error)) return { code: 'misuse', exit: 2 }
  return { code: 'failed', exit: 1 }
}

/** An error that means: the command line is not understood. */
export function misuse(message: string): Error {
  return Object.assign(new Error(message), { failure: { code: 'misuse', exit: 2 } satisfies Failure })
}

/** An error that means: it cannot be done, for a reason with a stable name. */
export function refusal(code: FailureCode, message: string): Error {
  return Object.assign(new Error(message), { failure: { code, exit: 1 } satisfies Failure })
}
