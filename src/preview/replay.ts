import { randomUUID } from 'node:crypto'
import type { Query, Session } from '../../schemas/kernel/session.ts'
import type { Language } from '../../schemas/flow/flow.ts'
import type { Answers } from '../flow/answers/stepData.ts'
import { stepId } from '../flow/elements/elements.ts'
import { advance, begin, type Effect } from '../flow/journey.ts'
import { inLanguage } from '../flow/languages/inLanguage.ts'
import type { Context } from '../server/context.ts'
import { recordStep } from '../server/visitors/recordStep.ts'
import { arriveAt } from '../server/visitors/sessions.ts'
import { inTurn } from '../server/visitors/visitors.ts'

/** A visitor who arrives and immediately gives the known answers. */
export interface Replay {
  path: string
  query: Query
  language: Language | undefined
  /** Answers by step. */
  answers: Answers
  /** The step at which they stop; null for the first without answers. */
  until: string | null
}

/** Opens a session and submits `answers` like a browser, up to the first step that they don't answer or the flow refuses. Null if
 *  nothing is live on the path. */
export async function replay(
  ctx: Context,
  { path, query, language, answers, until }: Replay,
): Promise<Session | null> {
  const page_url = `/${path}`
  const arrived = await arriveAt(ctx, undefined, {
    ...AUTHOR,
    path,
    query,
    page_url,
    wish: { asked: language },
  })
  const visitor = arrived && (await ctx.visitors.find(arrived.session.uuid))
  if (!visitor) return null
  const { version, session, record } = arrived
  const spoken = record.language
  const flow = inLanguage(version.flow, spoken)
  const course = { flow, origin: record.origin }
  const take = async (effects: readonly Effect[]) => {
    for (const effect of effects)
      if (effect.type === 'step') {
        const { step, answers, execute_actions } = effect
        const submission = {
          ...step,
          id: randomUUID(),
          answers,
          execute_actions,
          time_on_step: 0,
          language: spoken,
        }
        const sent = { submission, page_url, sender: SENDER }
        if (await inTurn(visitor, () => recordStep(ctx, visitor, sent))) return false
      }
    return true
  }
  let [journey, effects] = begin(course)
  while ((await take(effects)) && journey.current) {
    const id = stepId(journey.current)
    const data = answers[id]
    if (!data || id === until) break
    ;[journey, effects] = advance(course, journey, {
      type: 'submit',
      step: journey.current,
      data,
      timeOnStepMs: 0,
    })
  }
  return session
}

const AUTHOR = {
  referrer: '',
  ip: '127.0.0.1',
  user_agent: '',
  opt_out: undefined,
  suspectedBot: false,
}

const SENDER = { ip: AUTHOR.ip, user_agent: '', opt_out: null, cookies: '' }
