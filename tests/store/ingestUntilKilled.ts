import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** IDs of the steps that a process reported as stored, from its start to its SIGKILL after `killAfter` of them. `place` is the data
 *  directory, or the address of a database. */
export async function ingestUntilKilled(
  place: string,
  { first, killAfter }: { first: number; killAfter: number },
): Promise<string[]> {
  const script = new URL('./ingestProcess.ts', import.meta.url)
  const child = spawn(process.execPath, [fileURLToPath(script), place, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ids: string[] = []
  for await (const id of createInterface(child.stdout)) {
    ids.push(id)
    if (ids.length === killAfter) child.kill('SIGKILL')
  }
  expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL')
  return ids
}
