import { expect, test } from 'vitest'
import { logged, loggedOnChange, repeat } from '../../src/server/jobs/repeat.ts'
import { NotKept } from '../../src/store/kernel/storeErrors.ts'

function openLog() {
  const errors: string[] = []
  const error = (facts: { err: Error }, what: string) => void errors.push(`${what}: ${facts.err.message}`)
  return { errors, log: { error: error as never } }
}

test('a job repeats, never runs twice at once, and finishes before a stop', async () => {
  const ends: unknown[] = []
  let [underWay, most, finished] = [0, 0, 0]
  const job = async (hasStopped: () => boolean) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 50))
    underWay--
    finished++
    if (finished === 2) throw new Error('The second.')
    if (hasStopped()) ends.push('stopped')
  }
  const { stop } = repeat(job, 1, (error) => void ends.push(error))
  await expect.poll(() => finished > 2 && underWay === 1).toBe(true)
  await stop()
  const done = finished
  expect([underWay, most, ends.slice(0, 3), ends.includes('stopped')]).toEqual([
    0,
    1,
    [null, new Error('The second.'), null],
    true,
  ])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(finished).toBe(done)
})

test('failures are logged each time, or when they change, but never those of the disk', () => {
  const [each, changed] = [openLog(), openLog()]
  const ended = [logged(each.log, 'a job'), loggedOnChange(changed.log, 'a job')]
  const [one, other] = [new Error('One.'), new Error('Other.')]
  for (const error of [null, one, one, other, null, other, new NotKept('Full.')])
    for (const hear of ended) hear(error)
  expect(each.errors).toEqual(['a job: One.', 'a job: One.', 'a job: Other.', 'a job: Other.'])
  expect(changed.errors).toEqual(['a job: One.', 'a job: Other.', 'a job: Other.'])
})
