import { expect, test } from 'vitest'
import { diskState, type DiskState } from '../../src/server/jobs/watchStore.ts'

test('the log says once that the disk is full while small commits succeed between large ones, and once that it is well', () => {
  let state: DiskState = { trouble: null, failedAt: 0 }
  const changes: (string | null)[] = []
  const commits = Array.from({ length: 200 }, (_, second) => second)
  for (const second of commits) {
    const isFull = second >= 20 && second < 100 && second % 2 === 0
    const next = diskState(state, isFull ? 'full' : null, NOON + 1000 * second)
    if (next.trouble !== state.trouble) changes.push(`${second} s: ${next.trouble ?? 'well'}`)
    state = next
  }
  // The last one failed at 98 s.
  expect(changes).toEqual(['20 s: full', '158 s: well'])
})

const NOON = Date.UTC(2026, 10, 23, 12)
