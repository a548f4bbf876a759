import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openProver } from '../../src/preview/prover.ts'

test('finds a visitor who sees a step, even if the text changes in the meantime, and none after it ends', async () => {
  const prover = openProver()
  onTestFinished(() => prover.end())
  const file = 'fixtures/sites/yardstick/flow.json'
  const text = { source: readFileSync(file), file, today: '2026-11-20' }
  const first = prover.prove(text)
  const witness = prover.witness('yardstick/email')
  const second = prover.prove(text)
  expect(await first).toBeNull()
  expect(await second).toMatchObject({ possible: expect.any(Array) })
  expect(await witness).toMatchObject({ query: expect.any(Object) })
  const last = prover.witness('yardstick/email')
  await prover.end()
  expect(await last).toBeNull()
})
