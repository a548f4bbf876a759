import type { FailureCode } from '../../../schemas/commands.ts'
import { isUnusable } from '../../store/kernel/storeErrors.ts'

/** 0: success. 1: problems were found and reported. 2: the command line is invalid. */
export type ExitCode = 0 | 1 | 2

/** Exit code of a command that threw, and the stable name of the reason. */
export interface Failure {
  code: FailureCode
  exit: ExitCode
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Error && 'failure' in error) return error.failure as Failure
  // A setting to correct, which counts like a wrong argument.
  if (isUnusable(error)) return { code: 'misuse', exit: 2 }
  return { code: 'failed', exit: 1 }
}

/** Error for an invalid command line. */
export function misuse(message: string): Error {
  return Object.assign(new Error(message), { failure: { code: 'misuse', exit: 2 } satisfies Failure })
}

/** Error for a command that can't be done, for a reason with a stable name. */
export function refusal(code: FailureCode, message: string): Error {
  return Object.assign(new Error(message), { failure: { code, exit: 1 } satisfies Failure })
}
