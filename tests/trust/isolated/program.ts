import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { answerTasks } from '../../../src/server/isolated/answerTasks.ts'

/** Things a stranger's file could make its reading process do. */
const TASKS: Record<string, () => unknown> = {
  pid: () => process.pid,
  hang: () => {
    for (;;);
  },
  fill: () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array(10_000).fill({}))
  },
  buffers: async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(20_000_000, 1))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  },
  throw: () => {
    throw new Error('broken')
  },
  abort: () => process.abort(),
  leave: () => process.exit(3),
  addon: () => process.dlopen({ exports: {} }, '/no/such.node'),
  read: () => readFileSync('/etc/passwd', 'utf8'),
  write: () => writeFileSync(new URL('written', import.meta.url), ''),
  connect: () => once(connect(1, '127.0.0.1'), 'connect'),
  spawn: () => spawnSync('true').status,
  thread: () => new Worker('', { eval: true }).threadId,
  threadReads: () => once(new Worker("require('fs').readFileSync('/etc/passwd')", { eval: true }), 'exit'),
  keep: () => {
    const file = join(tmpdir(), 'kept')
    writeFileSync(file, 'kept')
    return readFileSync(file, 'utf8')
  },
  environment: () => Object.keys(process.env),
}

answerTasks<string, unknown>(async (task, { say, ask }) => {
  // A task with any other name is called at the server.
  say(Object.hasOwn(TASKS, task) ? await TASKS[task]!() : await ask(task))
})
