/** What a visitor's page needs only after its first paint: calls, compression and signatures. */
export { createSender } from './sender.ts'
export { call, read, send, sendLast } from './network.ts'
