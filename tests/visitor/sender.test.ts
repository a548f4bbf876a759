import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOutbox, type QueuedCall } from '../../src/visitor/queue/outbox.ts'
import { createSender } from '../../src/visitor/queue/sender.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import type { SignedRequest } from '../../src/visitor/queue/signedRequest.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { createReceiver, idOf, step, type Outcome } from './receiver.ts'

/** A sender with these calls waiting, and a receiver whose requests end as `outcomes` says. */
function sending(queuedCalls: QueuedCall[], outcomes: Outcome[] = []) {
  const browser = createBrowserStorage()
  let made = 0
  const open = () =>
    createOutbox({ storage: createStorage(() => browser), now: () => 0, unique: () => String((made += 1)) })
  const outbox = open()
  queuedCalls.forEach(outbox.add)
  const receiver = createReceiver(outcomes)
  const hanging = new Set<string>()
  /** A request that is never answered. */
  const hangAt = (request: SignedRequest) => {
    receiver.asked.push(idOf(request))
    return new Promise<never>(() => {})
  }
  const sleptMs: number[] = []
  let rest = async () => {}
  const failed: [unknown, number][] = []
  const refused: [unknown, number][] = []
  const flown: { request: SignedRequest; land: () => void }[] = []
  const sender = createSender({
    outbox,
    api: '/api',
    send: (request) => (hanging.has(idOf(request)) ? hangAt(request) : receiver.send(request)),
    sendLast: (request) => new Promise<void>((land) => flown.push({ request, land })),
    sleep: (ms) => {
      sleptMs.push(ms)
      return rest()
    },
    random: () => 0,
    onFailed: ({ body }, status) => failed.push([body['id'], status]),
    onMoved: () => {},
    onRefused: ({ body }, { status, errors }) => {
      refused.push([body['id'], status])
      return errors.length > 0 ? { step: { offer_key: 'o', step_key: 's' }, errors } : null
    },
  })
  const waiting = () => outbox.keys().map((key) => outbox.read(key)?.body['id'])
  const setSleep = (sleep: typeof rest) => void (rest = sleep)
  const hang = (id: string) => void hanging.add(id)
  return { browser, open, outbox, receiver, sleptMs, failed, refused, flown, sender, waiting, setSleep, hang }
}

const ABC = ['a', 'b', 'c'].map(step)

const mark = (id: string): QueuedCall => ({ ...step(id), call: 'POST /api/sessions/track/visit' })

describe('a drain', () => {
  test('sends waiting calls once each, oldest first', async () => {
    const { sender, receiver, sleptMs, waiting } = sending(ABC)
    await sender.drain()
    expect([receiver.asked, sleptMs, waiting()]).toEqual([['a', 'b', 'c'], [], []])
  })

  test.each<[string, Outcome]>([
    ['no answer', 'silence'],
    ['an answer that is lost on its way back', 'answer lost'],
    ['a good page of someone else, status 200', 200],
    ['a redirect', 302],
    ['408', 408],
    ['425', 425],
    ['429', 429],
    ['500', 500],
    ['503', 503],
    ['a refusal of a proxy, not in our words', { status: 403, isProblem: false }],
  ])('retries after %s, and what follows waits', async (_name, outcome) => {
    const { sender, receiver, sleptMs, failed, refused } = sending(ABC, [204, outcome, outcome])
    await sender.drain()
    expect(failed.map(([id]) => id)).toEqual(['b', 'b'])
    expect(receiver.asked).toEqual(['a', 'b', 'b', 'b', 'c'])
    expect(receiver.taken).toEqual(['a', 'b', 'c'])
    expect([sleptMs, refused]).toEqual([[50, 100], []])
  })

  test.each([400, 401, 403, 404, 409, 413, 422])(
    'drops a call refused with %i, reports it, and continues',
    async (status) => {
      const { sender, receiver, refused, sleptMs, waiting } = sending(ABC, [status])
      await sender.drain()
      expect([receiver.taken, refused, sleptMs, waiting()]).toEqual([['b', 'c'], [['a', status]], [], []])
    },
  )

  test('keeps a correctable step and the steps after it waiting, while other calls continue', async () => {
    const errors = [{ field: 'zip', message: 'ZIP must contain a valid zip code' }]
    const queuedCalls = [...ABC, mark('visit')]
    const { sender, receiver, waiting, outbox } = sending(queuedCalls, [{ status: 422, data: { errors } }])
    await sender.drain()
    expect([receiver.asked, waiting()]).toEqual([
      ['a', 'visit'],
      ['a', 'b', 'c'],
    ])
    expect(outbox.held(step('a').token).map(({ queued }) => queued.waitsFor?.errors)).toEqual([
      errors,
      undefined,
      undefined,
    ])
    outbox.remove(outbox.keys()[0]!)
    await sender.drain()
    expect([receiver.taken, waiting()]).toEqual([['visit', 'b', 'c'], []])
  })

  test('waits 50 ms longer each time, up to 3000 ms, and resets after a response', async () => {
    const { sender, sleptMs } = sending(ABC, [...Array(62).fill('silence'), 204, 503, 422, 'silence'])
    await sender.drain()
    expect(sleptMs.slice(0, 3)).toEqual([50, 100, 150])
    expect(sleptMs.slice(57, 62)).toEqual([2900, 2950, 3000, 3000, 3000])
    expect(sleptMs.slice(62)).toEqual([50, 50])
  })

  test.each([
    [7000, 7000],
    [60_000, 60_000],
    [86_400_000, 60_000],
    [1e15, 60_000],
    [10, 50],
    [-5000, 50],
  ])(
    'asked to retry after %d ms, waits %d: never less than its own delay, never over a minute',
    async (retryAfterMs, ms) => {
      const { sender, sleptMs } = sending(ABC, [{ status: 429, retryAfterMs }])
      await sender.drain()
      expect(sleptMs).toEqual([ms])
    },
  )

  test('runs only once, however often it’s called', async () => {
    const { sender, receiver } = sending(ABC, ['silence'])
    const drains = [sender.drain(), sender.drain()]
    await drains[0]
    drains.push(sender.drain())
    await Promise.all(drains)
    expect(receiver.asked).toEqual(['a', 'a', 'b', 'c'])
  })

  test('runs again after it has ended, even if nothing waited', async () => {
    const { sender, receiver, outbox } = sending([])
    await sender.drain()
    outbox.add(step('a'))
    await sender.drain()
    expect(receiver.taken).toEqual(['a'])
  })

  test('sends a call added at any moment during it, even the last', async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const { sender, receiver, outbox } = sending([step('a')])
      outbox.subscribe(() => void sender.drain())
      void sender.drain()
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      outbox.add(step('b'))
      await vi.waitFor(() => expect(receiver.taken, `after ${turns} turns`).toEqual(['a', 'b']))
    }
  })

  test('skips what another tab has sent in the meantime', async () => {
    const { sender, receiver, outbox, open } = sending(ABC, ['silence'])
    const drained = sender.drain()
    const other = open()
    other.keys().slice(0, 2).forEach(other.remove)
    await drained
    expect(receiver.asked.slice(1)).toEqual(['c'])
    expect(outbox.keys()).toEqual([])
  })

  test('answers are sent before marks, and a failed mark after the others', async () => {
    const queuedCalls = [mark('visit'), step('a'), mark('basics'), step('b')]
    const outcomes: Outcome[] = [204, 204, 'silence', 204, 503]
    const { sender, receiver, sleptMs, waiting } = sending(queuedCalls, outcomes)
    await sender.drain()
    expect(receiver.asked).toEqual(['a', 'b', 'visit', 'basics', 'visit', 'visit'])
    expect([receiver.taken, sleptMs, waiting()]).toEqual([['a', 'b', 'basics', 'visit'], [50], []])
  })

  test('a mark that hangs doesn’t delay answers', async () => {
    const { sender, receiver, outbox, hang } = sending([mark('visit')])
    hang('visit')
    outbox.subscribe(() => void sender.drain())
    void sender.drain()
    await vi.waitFor(() => expect(receiver.asked).toEqual(['visit']))
    for (const id of ['a', 'b', 'c']) outbox.add(step(id))
    await vi.waitFor(() => expect(receiver.taken).toEqual(['a', 'b', 'c']))
    expect(receiver.asked).toEqual(['visit', 'a', 'b', 'c'])
  })

  test('one page tries a failing mark five times, and leaves it for the next', async () => {
    const { sender, receiver, outbox, waiting } = sending([mark('visit')], Array<Outcome>(50).fill('silence'))
    await sender.drain()
    await sender.drain()
    expect([receiver.asked.length, waiting()]).toEqual([5, ['visit']])
    const ids = ['basics', 'impression']
    for (const id of ids) outbox.add(mark(id))
    await sender.drain()
    expect([receiver.asked.length, waiting()]).toEqual([15, ['visit', ...ids]])
  })

  test.each(['POST /api/sessions/opt-out', 'PATCH /api/sessions'] as const)(
    '%s reaches the server before its lead, however often it fails',
    async (call) => {
      const { sender, receiver } = sending([{ ...step('first'), call }, step('lead')], ['silence', 503])
      await sender.drain()
      expect(receiver.taken).toEqual(['first', 'lead'])
    },
  )

  test('a failing step holds up what follows it, including marks', async () => {
    const { sender, receiver, sleptMs } = sending([mark('visit'), ...ABC], ['silence', 'silence', 'silence'])
    await sender.drain()
    expect(receiver.asked).toEqual(['a', 'a', 'a', 'a', 'b', 'c', 'visit'])
    expect(sleptMs).toEqual([50, 100, 150])
  })

  test('a call added while only marks wait is sent immediately', async () => {
    const { sender, receiver, outbox, setSleep } = sending([mark('visit')], ['silence'])
    const slept = Promise.withResolvers<void>()
    setSleep(() => slept.promise)
    outbox.subscribe(() => void sender.drain())
    const drained = sender.drain()
    await vi.waitFor(() => expect(receiver.asked).toEqual(['visit']))
    outbox.add(step('a'))
    await drained
    expect(receiver.asked).toEqual(['visit', 'a', 'visit'])
  })

  test('an answer added while a mark waits is accepted before the mark is retried, even if it fails at first', async () => {
    const { sender, receiver, outbox, setSleep } = sending([mark('visit')], ['silence', 'silence'])
    setSleep(() => new Promise(() => {}))
    outbox.subscribe(() => void sender.drain())
    const drained = sender.drain()
    await vi.waitFor(() => expect(receiver.asked).toEqual(['visit']))
    setSleep(() => new Promise((wake) => setTimeout(wake)))
    outbox.add(step('a'))
    await drained
    expect(receiver.asked).toEqual(['visit', 'a', 'a', 'visit'])
  })

  test('reports and drops what can’t be read, and continues after it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    const { sender, receiver, browser, outbox } = sending(ABC)
    const [, key = ''] = outbox.keys()
    browser.setItem(key, '{"call":"POST /api/se')
    await sender.drain()
    expect([receiver.taken, outbox.keys()]).toEqual([['a', 'c'], []])
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(key))
  })
})

describe('the last send of a page', () => {
  const KIB = 1024

  /** An uncompressed call whose body takes this many bytes on the wire. */
  const link = (id: string, bytes: number, letter = 'x'): QueuedCall => {
    const body = (filler: string) => ({ id, filler })
    const room = bytes - JSON.stringify(body('')).length
    return {
      ...step(id),
      call: 'POST /webhook/tracking/linkout/create',
      body: body(letter.repeat(room / Buffer.byteLength(letter))),
    }
  }
  const links = (kibs: number[]) => kibs.map((kib, at) => link(String(at), kib * KIB))
  const flownIds = (flown: { request: SignedRequest }[]) => flown.map(({ request }) => idOf(request))

  test.each([
    ['one of 60 KiB', [60], 1],
    ['one of 64 KiB: all that may be in flight', [64], 1],
    ['none of one of 70 KiB', [70], 0],
    ['60 and 4 KiB', [60, 4], 2],
    ['of many of 1 KiB the first 64', Array<number>(100).fill(1), 64],
    ['nothing that stands behind one too large: a step that overtakes another is refused', [70, 1, 1], 0],
    ['nothing that stands behind one without room', [60, 5, 1], 1],
  ])('sends %s', (_name, kibs, count) => {
    const { sender, flown } = sending(links(kibs))
    sender.flush()
    expect(flownIds(flown)).toEqual(kibs.slice(0, count).map((_kib, at) => String(at)))
  })

  test('counts bytes, not characters', () => {
    const { sender, flown } = sending([link('a', 40 * KIB, 'é'), link('b', 40 * KIB, 'é')])
    sender.flush()
    expect(flownIds(flown)).toEqual(['a'])
  })

  test('removes nothing, and everything is sent again until a response comes', async () => {
    const { sender, receiver, flown, waiting } = sending(ABC)
    sender.flush()
    expect([flownIds(flown), waiting()]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
    await sender.drain()
    expect([receiver.asked, waiting()]).toEqual([['a', 'b', 'c'], []])
  })

  test('a page hidden twice sends nothing twice at a time, and respects the limit in flight', async () => {
    const { sender, flown, outbox } = sending(links([30, 30, 30]))
    sender.flush()
    outbox.add(link('small', 1 * KIB))
    sender.flush()
    expect(flownIds(flown)).toEqual(['0', '1'])
    flown.forEach(({ land }) => land())
    await Promise.resolve()
    outbox.remove(outbox.keys()[0]!)
    sender.flush()
    expect(flownIds(flown.slice(2))).toEqual(['1', '2', 'small'])
  })

  test('skips what can’t be read, and leaves it in place', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    const { sender, flown, browser, outbox } = sending(ABC)
    browser.setItem(outbox.keys()[0]!, 'broken')
    sender.flush()
    expect([flownIds(flown), outbox.keys().length]).toEqual([['b', 'c'], 3])
  })
})
