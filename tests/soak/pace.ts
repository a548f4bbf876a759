import { setTimeout as sleep } from 'node:timers/promises'
import type { Latencies } from './latencies.ts'
import type { Traffic, Visitor } from './traffic.ts'

const TICK_MS = 2

/** Makes `perSecond` calls a second for a while, whether or not the server keeps up, and measures from the instant at which each was due to
 *  its answer. There are as many visitors as calls a second, so each waits a second between two.
 *  Resolves, once all are answered, to the number that were not acknowledged. */
export async function atPace(
  traffic: Traffic,
  { perSecond, durationMs }: { perSecond: number; durationMs: number },
  answered: Latencies['add'],
): Promise<{ failed: number }> {
  const idle: Visitor[] = Array.from({ length: Math.ceil(perSecond) }, () => traffic.visitor())
  const underWay = new Set<Promise<void>>()
  const beganMs = performance.now()
  let made = 0
  let failed = 0
  const act = async (visitor: Visitor, dueMs: number) => {
    try {
      const goesOn = await visitor.act()
      answered(performance.now() - dueMs)
      idle.push(goesOn ? visitor : traffic.visitor())
    } catch {
      failed++
      idle.push(visitor)
    }
  }
  for (;;) {
    const elapsedMs = Math.min(performance.now() - beganMs, durationMs)
    for (; made < (elapsedMs * perSecond) / 1000; made++) {
      const acting = act(idle.shift() ?? traffic.visitor(), beganMs + (made * 1000) / perSecond)
      underWay.add(acting)
      void acting.finally(() => underWay.delete(acting))
    }
    if (elapsedMs === durationMs) break
    await sleep(TICK_MS)
  }
  await Promise.all(underWay)
  return { failed }
}

/** Calls acknowledged a second if each of `together` visitors makes the next as soon as possible. */
export async function peakOf(traffic: Traffic, together: number, durationMs: number): Promise<number> {
  const beganMs = performance.now()
  const before = traffic.calls
  const come = async () => {
    let visitor = traffic.visitor()
    while (performance.now() - beganMs < durationMs) if (!(await visitor.act())) visitor = traffic.visitor()
  }
  await Promise.all(Array.from({ length: together }, come))
  return (traffic.calls - before) / ((performance.now() - beganMs) / 1000)
}
