import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerInTime } from '../../src/server/http/answerInTime.ts'
import { answerFailure } from '../../src/server/http/failures.ts'

const ANSWER_MS = 50

test.each(['GET', 'POST'])(
  'a %s whose handler hangs gets a problem, but one in time doesn’t',
  async (method) => {
    const app = fastify()
    onTestFinished(() => app.close())
    app.setErrorHandler(answerFailure)
    answerInTime(app)
    const took: number[] = []
    app.route({
      method,
      url: '/:ms',
      config: { answerMs: ANSWER_MS },
      handler: async ({ params }) => {
        const { ms } = params as { ms: string }
        await sleep(Number(ms))
        took.push(Number(ms))
        return 'in time'
      },
    })
    const url = await app.listen({ port: 0 })
    const ask = (ms: number) =>
      fetch(`${url}/${ms}`, {
        method,
        ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
      })
    const late = await ask(8 * ANSWER_MS)
    expect(late.status).toBe(503)
    expect(late.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const inTime = await ask(0)
    expect([inTime.status, await inTime.text()]).toEqual([200, 'in time'])
    await expect.poll(() => took).toEqual([0, 8 * ANSWER_MS])
    const after = await ask(0)
    expect([after.status, await after.text()]).toEqual([200, 'in time'])
  },
)
