import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, writeFile } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { HAS_THREADS } from './endWithServer.ts'

/** A program to run in a separate process, with its permissions. */
export interface Program {
  /** One of our files; it calls `answerTasks`. */
  file: string
  /** Limit of V8's heap. */
  heapMb: number
  /** True if it loads native code, such as sharp. */
  hasAddons?: boolean
  /** Paths that it may read besides our code. */
  alsoReads?: readonly string[]
  /** Its own folder, which it may also write to, and which holds its temporary files. */
  folder?: string
  /** True if it starts threads. They have the same permissions. */
  hasThreads?: boolean
}

/** Starts a program that may read our code and the named paths and nothing else: no other files, environment, network, or processes. */
export function startProgram(program: Program): ChildProcess {
  const { file, heapMb, hasAddons = false, hasThreads = false, alsoReads = [], folder } = program
  const own = folder === undefined ? [] : [folder]
  const child = fork(file, hasThreads ? [HAS_THREADS] : [], {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...[...readable(), ...alsoReads, ...own].map((path) => `--allow-fs-read=${path}`),
      ...own.map((path) => `--allow-fs-write=${path}`),
      ...(hasAddons ? ['--allow-addons'] : []),
      // For the one that watches the server; what may start no other gives this up.
      '--allow-worker',
    ],
    env: folder === undefined ? {} : { TMPDIR: folder },
    // V8 reports a full heap in pages of text; the exit is enough to tell.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  ALIVE.add(child)
  child.once('exit', () => ALIVE.delete(child))
  // If memory runs out, the system ends this process before the server. Source: proc_pid_oom_score_adj(5).
  writeFile(`/proc/${child.pid}/oom_score_adj`, '1000', () => {})
  return child
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Our code and its packages, which may be in a folder above it. */
function readable(): string[] {
  const packages = (createRequire(import.meta.url).resolve.paths('fastify') ?? []).filter((path) =>
    existsSync(path),
  )
  const own = ['package.json', 'src', 'schemas', 'widgets', 'fixtures', 'dist'].map((name) =>
    join(ROOT, name),
  )
  return [...own, ...packages]
}

const ALIVE = new Set<ChildProcess>()
// Otherwise, a busy process would run on to its end.
process.on('exit', () => ALIVE.forEach((child) => child.kill('SIGKILL')))
