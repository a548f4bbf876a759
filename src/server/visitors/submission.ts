import type { StepSubmission } from '../../../schemas/answer.ts'

/** A step's answers, by whichever way the session that gives them was known. */
export type Submission = Omit<StepSubmission, 'session_uuid' | 'session_token'>
