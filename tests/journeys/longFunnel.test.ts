import { expect, test } from 'vitest'
import { heldAfter } from '../bench/heap.ts'
import { setStage } from './stage.ts'

const stage = setStage()

/** `npm run bench` measures 12 steps and 60. */
test('a long funnel leaves no more behind in the page than a short one: no past steps, no listeners, little memory', async () => {
  const short = await heldAfter(stage, 4)
  const long = await heldAfter(stage, 16)
  expect(long.nodes).toBeLessThanOrEqual(short.nodes)
  expect(long.listeners).toBeLessThanOrEqual(short.listeners)
  expect(long.heapBytes / short.heapBytes).toBeLessThan(1.2)
})
