import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../journeys/faultProxy.ts'
import { randomFrom, type Trouble, type Visit } from './visit.ts'

/** Everything that may go wrong between a visitor and the server, except for what is in bodies.ts. */

/** Calls about answers. Faults happen only to these; the page itself always loads. */
const ANSWERS = /^POST \/api\/sessions\//

function flaky({ proxy, random }: Visit, faults: Fault[], share: number): void {
  // A separate random number, so that the visitor's next actions don't depend on the number of calls.
  const luck = randomFrom(Math.floor(random() * 2 ** 32))
  proxy.fail((path) =>
    ANSWERS.test(path) && luck() < share ? faults[Math.floor(luck() * faults.length)]! : null,
  )
}

const faulty = (name: string, faults: Fault[], share = 0.5): Trouble => ({
  name,
  before: async (visit) => flaky(visit, faults, share),
})

/** Takes the server away at a random instant of the first steps, without notice, and brings it back this much later. */
export function away(seconds: number): Trouble {
  const gone = new WeakSet<Visit>()
  return {
    name: `server away for ${seconds} s`,
    meddle: async (visit, turn) => {
      const { proxy, random } = visit
      if (gone.has(visit) || turn < 1 || (random() < 0.6 && turn < 5)) return
      gone.add(visit)
      await sleep(random() * 300)
      await proxy.leave()
      void sleep(seconds * 1000).then(() => proxy.comeBack())
    },
  }
}

/** Two calls about answers and one check hang until the browser gives up. */
const halfOpen: Trouble = {
  name: 'half-open sockets',
  meddle: async ({ proxy, random }, turn) => {
    if (turn !== 0) return
    await sleep(random() * 500)
    const hangs = new Set([Math.floor(random() * 5), 5 + Math.floor(random() * 8)])
    const hangingCheck = Math.floor(random() * 3)
    const how: Fault = random() < 0.5 ? 'half open, never arrives' : 'half open, never answered'
    const [calls, checks] = [counter(), counter()]
    proxy.fail((path) => {
      if (path.includes('/api/validations/')) return checks() === hangingCheck ? how : null
      return path.includes('/api/') && hangs.has(calls()) ? how : null
    })
  },
}

/** 0, 1, 2 … */
function counter(): () => number {
  let count = 0
  return () => count++
}

const offline: Trouble = {
  name: 'offline and online',
  meddle: async ({ context, random }, turn) => {
    if (turn > 0) await context.setOffline(turn < 10 && random() < 0.5)
    if (turn > 9) await context.setOffline(false)
  },
}

const reload: Trouble = {
  name: 'reload in the middle, replies dropped',
  before: async (visit) => flaky(visit, ['reply dropped', '500'], 0.7),
  meddle: async ({ page, random }, turn) => {
    if (turn > 0 && random() < 0.3) await page.reload({ waitUntil: random() < 0.5 ? 'commit' : 'load' })
  },
}

const reopened: Trouble = {
  name: 'tab closed and opened again',
  before: async (visit) => flaky(visit, ['reply dropped', '500'], 0.7),
  meddle: async (visit, turn) => {
    if (turn === 0 || visit.random() > 0.3) return
    const { page, context, address } = visit
    await page.close({ runBeforeUnload: visit.random() < 0.5 })
    visit.page = await context.newPage()
    await visit.page.goto(address)
  },
}

const twoTabs: Trouble = {
  name: 'two tabs',
  before: async (visit) => flaky(visit, ['reply dropped', '500', 'slow trickle'], 0.4),
  meddle: async (visit, turn) => {
    const { context, page, address, random } = visit
    if (turn === 0 || random() > 0.3) return
    const other = context.pages().find((tab) => tab !== page)
    visit.page = other ?? (await context.newPage())
    if (!other) await visit.page.goto(address)
    await visit.page.bringToFront()
  },
}

const storage = (name: string, spoil: () => void): Trouble => ({
  name,
  before: async (visit) => {
    await visit.context.addInitScript(spoil)
    flaky(visit, ['reply dropped', '500', 'garbage'], 0.5)
  },
})

const full = storage('storage full', () => {
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
    for (let n = 0; n < 4; n += 1)
      try {
        localStorage.setItem(`filler${size}.${n}`, 'x'.repeat(size))
      } catch {
        break
      }
})

const unwritable = storage('storage throws on every write', () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
})

const forbidden = storage('storage forbidden', () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
})

const clock: Trouble = {
  name: 'clock moved',
  before: async (visit) => {
    flaky(visit, ['500', 'reply dropped'], 0.7)
    await visit.context.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + ((window as unknown as { shiftMs?: number }).shiftMs ?? 0)
    })
  },
  meddle: async ({ page, random }) => {
    const shiftMs = Math.round((random() - 0.5) * 4 * 365 * 86_400_000)
    await page.evaluate((shiftMs) => void Object.assign(window, { shiftMs }), shiftMs)
    if (random() < 0.15) await page.reload()
  },
}

export const TROUBLES: Trouble[] = [
  faulty('replies dropped after the commit', ['reply dropped']),
  faulty('500s', ['500'], 0.7),
  faulty('429 with Retry-After', ['429'], 0.3),
  faulty('garbage', ['garbage', 'captive portal', 'a proxy’s refusal', 'a cut reply'], 0.6),
  faulty('a slow trickle', ['slow trickle'], 0.5),
  halfOpen,
  offline,
  reload,
  reopened,
  twoTabs,
  full,
  unwritable,
  forbidden,
  clock,
]
