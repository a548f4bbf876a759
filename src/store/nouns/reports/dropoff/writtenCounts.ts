import type { StepCount } from './stepCounts.ts'

/** Counts of one step in one hour, as the database keeps them. `times`: see writtenTimes. */
export type KeptCount = [version: number, id: string, shown: number, left: number, times: string]

export const writtenCounts = (counts: readonly StepCount[]): string =>
  JSON.stringify(
    counts.map(({ version, id, shown, left, timesMs }): KeptCount => [
      version,
      id,
      shown,
      left,
      writtenTimes(timesMs),
    ]),
  )

export const readCounts = (counts: readonly KeptCount[]): StepCount[] =>
  counts.map(([version, id, shown, left, times]) => ({
    version,
    id,
    shown,
    left,
    timesMs: readTimes(times),
  }))

/** Base64 of the differences between times in ascending order. Each takes 7 bits a byte, the lowest first, and all bytes but its last have
 *  the eighth bit set. That is less than half of the times as JSON, and is read several times as fast. */
function writtenTimes(timesMs: ArrayLike<number>): string {
  const bytes: number[] = []
  let before = 0
  for (let i = 0; i < timesMs.length; i++) {
    let more = timesMs[i]! - before
    before = timesMs[i]!
    for (; more >= 128; more = Math.floor(more / 128)) bytes.push(128 + (more % 128))
    bytes.push(more)
  }
  return Buffer.from(bytes).toString('base64')
}

function readTimes(written: string): number[] {
  const timesMs: number[] = []
  let [time, scale] = [0, 1]
  for (const byte of Buffer.from(written, 'base64')) {
    time += (byte & 127) * scale
    if (byte >= 128) scale *= 128
    else {
      timesMs.push(time)
      scale = 1
    }
  }
  return timesMs
}
