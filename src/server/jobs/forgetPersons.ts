import type { FastifyBaseLogger } from 'fastify'
import { forgetPerson } from '../../store/privacy/findSessions.ts'
import { NotKept } from '../../store/store.ts'
import { forgottenSessions } from '../../texts/desk/privacyScreen.ts'
import type { Context } from '../context.ts'

/** Forgets the persons whom operators had forgotten at /desk, and answers their requests. What a process that ended has left is
 *  done by the next. Returns how to stop: the person who is being forgotten then is forgotten first. */
export function startForgetting(
  { store, now }: Pick<Context, 'store' | 'now'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  let stopped = false
  const forget = async () => {
    for (const { request, email, phone } of await store.requestsToForget()) {
      if (stopped || !(await store.takesJob('forgetting'))) return
      const sessions = await forgetPerson(store, { email, phone })
      await store.endForgetting(request, forgottenSessions(sessions.length), now())
    }
  }
  const start = () =>
    forget().catch((error: unknown) => {
      // Why the disk takes no writes is said by whoever watches the store.
      if (!(error instanceof NotKept)) log.error({ err: error }, 'forget persons')
    })
  let forgetting = start()
  const timer = setInterval(() => (forgetting = forgetting.then(start)), CHECK_EVERY_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await forgetting
    },
  }
}

const CHECK_EVERY_MS = 2000
