/** What a visitor's page needs only after its first paint: calls, compression and signatures. */
export { ask } from './ask.ts'
export { watchOutcome } from './watchOutcome.ts'
export { refusals } from './refusals.ts'
export { createSender } from './sender.ts'
export { tellOfUnsent } from './unsent.ts'
export { letGoAtEnd, reloadWhenOver, startAgain } from './letGo.ts'
export { call, read, send, sendLast } from './network.ts'
