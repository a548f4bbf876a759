import type { FastifyBaseLogger } from 'fastify'
import { forgetPerson } from '../../store/privacy/findSessions.ts'
import { forgottenSessions } from '../../texts/desk/privacyScreen.ts'
import type { Context } from '../context.ts'
import { loggedOnChange, repeat } from './repeat.ts'

/** Forgets the persons whom operators had forgotten at /desk, and answers their requests. What a process that ended has left is
 *  done by the next. Returns how to stop: the person who is being forgotten then is forgotten first. */
export function startForgetting(
  { store, now }: Pick<Context, 'store' | 'now'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  const forget = async (hasStopped: () => boolean) => {
    for (const { request, email, phone } of await store.requestsToForget()) {
      if (hasStopped() || !(await store.takesJob('forgetting'))) return
      const sessions = await forgetPerson(store, { email, phone })
      await store.endForgetting(request, forgottenSessions(sessions.length), now())
    }
  }
  return repeat(forget, CHECK_EVERY_MS, loggedOnChange(log, 'forget persons'))
}

const CHECK_EVERY_MS = 2000
