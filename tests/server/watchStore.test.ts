import { expect, test } from 'vitest'
import { diskState, type DiskState } from '../../src/server/jobs/watchStore.ts'
import { serverState } from '../../src/server/kernel/serverState.ts'
import type { Trouble } from '../../src/store/kernel/storeState.ts'

test('the log says once that the disk is full while small commits succeed between large ones, and once that it recovered', () => {
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

test('the server reports its store’s failure, or else that of the last commit', () => {
  let ofStore: Trouble | null = null
  const state = serverState({ trouble: () => ofStore })
  expect(state.trouble()).toBe(null)
  state.noteCommit({ trouble: { name: 'full', sentence: '' } })
  expect(state.trouble()).toBe('full')
  ofStore = { name: 'held', sentence: '' }
  expect(state.trouble()).toBe('held')
  ofStore = null
  state.noteCommit({ trouble: null })
  expect(state.trouble()).toBe(null)
})

test('a database is lost from its first permanent failure on, whatever is saved later', () => {
  const state = serverState({ trouble: () => null })
  state.noteCommit({ trouble: { name: 'full', sentence: '' } })
  expect(state.isLost()).toBe(false)
  state.noteCommit({ trouble: { name: 'damaged', sentence: '', isFinal: true } })
  state.noteCommit({ trouble: null })
  expect(state.isLost()).toBe(true)
})
