import type { Store } from '../../store.ts'

/** The store's verbs that write, as the writer runs them: the same arguments and answers, without the promise. */
export type Writes = {
  [V in WriteVerb]: (...args: Required<Parameters<Store[V]>>) => Awaited<ReturnType<Store[V]>>
} & { sweepLoginSessions(now: number): void }

/** One write, as it travels to the writer. */
export type Write = { [V in keyof Writes]: [verb: V, ...args: Parameters<Writes[V]>] }[keyof Writes]

type WriteVerb =
  | 'publish'
  | 'activate'
  | 'openSession'
  | 'arrive'
  | 'appendStep'
  | 'track'
  | 'patchSession'
  | 'storeLead'
  | 'linkOut'
  | 'sell'
  | 'returnSale'
  | 'dismissUnbooked'
  | 'quarantine'
  | 'secret'
  | 'saveOperator'
  | 'revokeOperator'
  | 'failLogin'
  | 'audit'
  | 'saveLoginSession'
  | 'dropLoginSession'
  | 'ready'
  | 'beginAttempt'
  | 'endAttempt'
  | 'resumeDeliveries'
  | 'beginMail'
  | 'endMail'
  | 'resumeMails'
  | 'replayMail'
  | 'replayDelivery'
  | 'optOut'
  | 'privacyRequest'
  | 'answerPrivacyRequest'
  | 'forgetSession'
  | 'expire'
  | 'retentionInstant'
