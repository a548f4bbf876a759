import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, writeFile } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What a process runs, and what it may have. */
export interface Program {
  /** A file of ours that calls `answerTasks`. */
  file: string
  /** Of V8's heap. */
  heapMb: number
  /** Whether it loads native code, as sharp is. */
  hasAddons?: boolean
  /** Where it may read besides our code. */
  alsoReads?: readonly string[]
  /** A folder of its own, where it may also write, and which its temporary files go to. */
  folder?: string
  /** Whether it starts threads, which have what it has. */
  hasThreads?: boolean
}

/** Starts a program that may read our code and what is named, and nothing else: no other file, no environment, no network, no process. */
export function startProgram(program: Program): ChildProcess {
  const { file, heapMb, hasAddons = false, hasThreads = false, alsoReads = [], folder } = program
  const own = folder === undefined ? [] : [folder]
  const child = fork(file, {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...[...readable(), ...alsoReads, ...own].map((path) => `--allow-fs-read=${path}`),
      ...own.map((path) => `--allow-fs-write=${path}`),
      ...(hasAddons ? ['--allow-addons'] : []),
      ...(hasThreads ? ['--allow-worker'] : []),
    ],
    env: folder === undefined ? {} : { TMPDIR: folder },
    // V8 tells a full heap in pages of text, and what ended is known by its exit.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  ALIVE.add(child)
  child.once('exit', () => ALIVE.delete(child))
  // Where memory runs out, the system ends this before the server. Source: proc_pid_oom_score_adj(5).
  writeFile(`/proc/${child.pid}/oom_score_adj`, '1000', () => {})
  return child
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Our code and its packages, which may stand above it. */
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
// One that is busy would go on to its end.
process.on('exit', () => ALIVE.forEach((child) => child.kill('SIGKILL')))
