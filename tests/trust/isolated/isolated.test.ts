import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isolated, type IsolatedOptions } from '../../../src/server/isolated/isolated.ts'
import { ISOLATION } from '../../../src/server/kernel/callRefusals.ts'

/** Tests that a file is refused whatever it does to the process that reads it, and that the next one is read. */

function programs(mostMs = 60_000, more: Partial<IsolatedOptions> = {}) {
  const started = isolated<string, unknown>({
    // The program is outside the server's own files, so `alsoReads` names its folder.
    file: join(import.meta.dirname, 'program.ts'),
    heapMb: 64,
    memoryMb: 400,
    mostMs,
    mostAtOnce: 1,
    mostWaiting: 1,
    busy: 'Busy.',
    alsoReads: [import.meta.dirname],
    ...more,
  })
  onTestFinished(started.end)
  return async (task: string) => {
    const parts = []
    for await (const part of started.run(task)) parts.push(part)
    return parts[0]
  }
}

test(
  'a process that dies, runs out of memory, or throws refuses only its file',
  { timeout: 300_000 },
  async () => {
    const run = programs()
    for (const [task, message] of [
      ['abort', ISOLATION.tooLarge],
      ['buffers', ISOLATION.tooLarge],
      ['throw', ISOLATION.unread],
      ['leave', ISOLATION.unread],
      ['toString', ISOLATION.unread],
    ] as const) {
      await expect(run(task), task).rejects.toMatchObject({ statusCode: 422, message })
      expect(await run('pid')).toBeTypeOf('number')
    }
    // The heap is limited in addition to the total memory.
    const { tooLarge: message } = ISOLATION
    const wide = programs(60_000, { memoryMb: 100_000 })
    await expect(wide('fill')).rejects.toMatchObject({ statusCode: 422, message })
    const pid = (await run('pid')) as number
    expect(await run('pid')).toBe(pid)
    process.kill(pid, 'SIGKILL')
    await setTimeout(500)
    expect(await run('pid')).not.toBe(pid)
  },
)

test('a process that hangs is ended in time, even while another waits', { timeout: 300_000 }, async () => {
  const run = programs(5000)
  const hung = run('hang')
  const waits = run('pid')
  await expect(run('pid')).rejects.toMatchObject({ statusCode: 503, retryAfterS: 10 })
  await expect(hung).rejects.toMatchObject({
    statusCode: 422,
    message: expect.stringContaining('too long'),
  })
  expect(await waits).toBeTypeOf('number')
})

test(
  'a process can read only our code, reach nothing else, and has no environment',
  { timeout: 300_000 },
  async () => {
    const told: string[] = []
    const tell = (warning: Error) => told.push(warning.message)
    process.on('warning', tell)
    onTestFinished(() => void process.off('warning', tell))
    const run = programs()
    for (const task of ['read', 'write', 'connect', 'spawn', 'thread', 'addon']) {
      await expect(run(task), task).rejects.toMatchObject({ statusCode: 422 })
      expect(told.pop(), task).toMatch(/ERR_ACCESS_DENIED|restricted|addons is disabled/)
    }
    expect(await run('environment')).toEqual([])
  },
)

test(
  'one with its own folder can write only there, and its threads have the same limits',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadloom-own-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const run = programs(60_000, { folder, hasThreads: true })
    expect(await run('keep')).toBe('kept')
    for (const task of ['read', 'write', 'connect', 'spawn', 'threadReads'])
      await expect(run(task), task).rejects.toMatchObject({ statusCode: 422 })
    expect(await run('environment')).toEqual(['TMPDIR'])
    expect(await programs(60_000)('keep').catch(() => 'refused')).toBe('refused')
  },
)

test('a busy process ends with a killed server', { timeout: 300_000 }, async () => {
  const server = spawn(process.execPath, ['--input-type=module', '--eval', HANGS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [told] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(told.toString())
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  // What runs is in its loop by now, and hears nothing.
  await setTimeout(1000)
  expect(isRunning(pid)).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
})

const own = (file: string) => new URL(file, import.meta.url).href
const HANGS = `
  const { isolated } = await import('${own('../../../src/server/isolated/isolated.ts')}')
  const { run } = isolated({
    file: '${join(import.meta.dirname, 'program.ts')}', heapMb: 64, memoryMb: 400, mostMs: 600_000,
    mostAtOnce: 1, mostWaiting: 0, busy: '', alsoReads: ['${import.meta.dirname}'],
  })
  for await (const pid of run('pid')) console.log(pid)
  for await (const _ of run('hang'));
`

/** True if the process is running. An ended one may still have an entry, but without a command. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`).length > 0
  } catch {
    return false
  }
}
