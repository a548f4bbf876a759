/** Modules that a visitor's page needs only after its first paint: calls, compression and signatures. */
export { followKeyboard } from './followKeyboard.ts'
export { ask } from '../step/ask.ts'
export { watchOutcome } from '../visit/watchOutcome.ts'
export { refusals } from '../queue/refusals.ts'
export { createSender } from '../queue/sender.ts'
export { tellOfUnsent } from '../queue/unsent.ts'
export { forgetAtEnd, reloadWhenOver, startAgain } from '../visit/forgetVisit.ts'
export { call, post, read, send, sendLast } from '../queue/network.ts'
