import type { StepSubmission } from '../../../schemas/visitor/answer.ts'

/** A step's answers, however the session was identified. */
export type Submission = Omit<StepSubmission, 'session_uuid' | 'session_token'>
