import type { CDPSession } from 'playwright-core'

/** Slows a browser to a phone as most visitors have: a quarter of this machine's speed, behind slow 4G. `rate` sets another speed. */
export async function slowDown(session: Pick<CDPSession, 'send'>, rate = CPU_SLOWDOWN): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

const SLOW_4G = {
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
}
const CPU_SLOWDOWN = 4
