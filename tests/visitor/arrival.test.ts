import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOutbox } from '../../src/visitor/queue/outbox.ts'
import type { SignedRequest } from '../../src/visitor/queue/signedRequest.ts'
import { createSender } from '../../src/visitor/queue/sender.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { createReceiver, step, type Outcome } from './receiver.ts'

const acts = fc.record({
  tab: fc.nat({ max: 2 }),
  act: fc.constantFrom('add', 'add', 'add', 'drain', 'reload', 'flush', 'flush into nothing'),
  clockMs: fc.constantFrom(0, 0, 1, 40, -5000),
  turns: fc.nat({ max: 15 }),
})
const outcomes = fc.array(
  fc.constantFrom<Outcome[]>(204, 204, 'silence', 'answer lost', 200, 429, 503, {
    status: 503,
    retryAfterMs: 5000,
  }),
  { maxLength: 30 },
)

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

test('every call arrives once, in its tab’s order, whatever fails, reloads, or hides', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 40 }), outcomes, async (script, ends) => {
      const browser = createBrowserStorage()
      const receiver = createReceiver(ends)
      const clock = { ms: 1_700_000_000_000 }
      let made = 0

      const openPage = (flight: { lands: boolean }) => {
        const page = { gone: false }
        /** Waits, and never continues if the page is gone, as its code would not. */
        const whilePageLives = async (wait: number) => {
          await turns(wait)
          if (page.gone) await new Promise(() => {})
        }
        const outbox = createOutbox({
          storage: createStorage(() => browser),
          now: () => clock.ms,
          unique: () => String(1_000_000 - (made += 1)),
        })
        const sender = createSender({
          outbox,
          api: '/api',
          send: async (request: SignedRequest) => {
            await whilePageLives(2)
            const answered = receiver.send(request)
            await Promise.allSettled([answered, turns(3)])
            await whilePageLives(1)
            return answered
          },
          sendLast: async (request) => {
            if (flight.lands) receiver.take(request)
          },
          sleep: () => whilePageLives(2),
          random: () => 0.5,
          onFailed: () => {},
          onMoved: () => {},
          onRefused: (_parcel, { status }) => expect.unreachable(`refused with ${status}`),
        })
        outbox.subscribe(() => void sender.drain())
        return { page, outbox, sender }
      }

      const flight = { lands: true }
      const tabs = [0, 1, 2].map(() => openPage(flight))
      const added: string[][] = [[], [], []]
      const reload = (tab: number) => {
        tabs[tab]!.page.gone = true
        tabs[tab] = openPage(flight)
      }

      for (const { tab, act, clockMs, turns: wait } of script) {
        const { outbox, sender } = tabs[tab]!
        clock.ms += clockMs
        if (act === 'add') {
          const id = `${tab}.${added[tab]!.length}`
          added[tab]!.push(id)
          outbox.add(step(id))
        } else if (act === 'drain') void sender.drain()
        else if (act === 'reload') reload(tab)
        else {
          flight.lands = act === 'flush'
          sender.flush()
        }
        await turns(wait)
      }
      ;[0, 1, 2].forEach(reload)
      await Promise.all(tabs.map(({ sender }) => sender.drain()))

      expect(tabs[0]!.outbox.keys()).toEqual([])
      expect([...receiver.taken].sort()).toEqual(added.flat().sort())
      for (const [tab, ids] of added.entries())
        expect(receiver.taken.filter((id) => id.startsWith(`${tab}.`))).toEqual(ids)
    }),
    { numRuns: 200 },
  )
})
