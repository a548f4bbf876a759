export interface Rate {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the calling thread per request. */
  cpuMicros: number
}

/** Answers of `send` a second if `inFlight` callers each wait for one answer before the next request.
 *  The first fifth of the time warms up and isn't counted. */
export async function rateOf(
  send: (n: number) => Promise<unknown>,
  { inFlight, durationMs }: { inFlight: number; durationMs: number },
): Promise<Rate> {
  const latenciesMs: number[] = []
  let sent = 0
  const begin = performance.now()
  const countFrom = begin + durationMs / 5
  const end = begin + durationMs
  let cpu = process.threadCpuUsage()
  let counting = false
  const caller = async () => {
    for (;;) {
      const start = performance.now()
      if (start >= end) return
      await send(sent++)
      const now = performance.now()
      if (now < countFrom) continue
      if (!counting) {
        counting = true
        cpu = process.threadCpuUsage()
      }
      latenciesMs.push(now - start)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  const { user, system } = process.threadCpuUsage(cpu)
  latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? NaN
  return {
    perSecond: latenciesMs.length / ((performance.now() - countFrom) / 1000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMicros: (user + system) / latenciesMs.length,
  }
}
