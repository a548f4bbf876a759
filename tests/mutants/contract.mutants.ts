import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sqliteIn } from '../store/sqlite/sqliteIn.ts'
import type { OpenStore } from '../store/contract.ts'

/** Parts of the store's contract that CONTRACTS names. */
const root = mkdtempSync(join(tmpdir(), 'leadloom-mutants-'))
afterAll(() => rmSync(root, { recursive: true }))

for (const name of process.env['CONTRACTS']!.split(',')) {
  const part = (await import(`../store/contract/${name}.ts`)) as Record<string, unknown>
  const contract = Object.entries(part).find(([key]) => key.endsWith('Contract'))![1] as (
    open: OpenStore,
  ) => void
  contract(sqliteIn(root, { hasThreads: false }))
}
