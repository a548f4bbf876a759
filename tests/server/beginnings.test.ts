import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { packBeginnings } from '../../src/server/pages/beginnings.ts'

const BEGINNING = '<p>A page of which much is everybody’s.</p>'.repeat(20)

/** A busy machine packs it later. */
const BUSY_MS = 20_000

/** Packs pages with a beginning that has come often. */
async function begun() {
  const packed = packBeginnings()
  await vi.waitFor(
    async () => expect(await packed({ beginning: BEGINNING, end: '!' })).not.toBeNull(),
    BUSY_MS,
  )
  return (end: string) => packed({ beginning: BEGINNING, end })
}

test.each([
  ['one byte', '.'],
  ['a session', '{"session":{"uuid":"1"}}'],
  ['more than bytes of ASCII', '© 2026, “Ann”'],
  ['as much as brotli takes as it is', 'x'.repeat(65_536)],
])('an end of %s stands behind it', async (_, end) => {
  const packed = await begun()
  expect(brotliDecompressSync((await packed(end))!).toString()).toBe(BEGINNING + end)
})

test.each([
  ['nothing', ''],
  ['more than brotli takes as it is', 'é'.repeat(32_769)],
])('an end of %s does not', async (_, end) => {
  const packed = await begun()
  expect(await packed(end)).toBeNull()
})

test('a beginning that has come a few times is not packed', async () => {
  const packed = packBeginnings()
  const visit = () => packed({ beginning: BEGINNING, end: '!' })
  for (let visits = 0; visits < 9; visits++) await visit()
  await new Promise((done) => setTimeout(done, 100))
  expect(await visit()).toBeNull()
})
