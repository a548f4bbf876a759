import type { ChildProcess } from 'node:child_process'
import { refusal } from '../kernel/problem.ts'
import { ended, tooLarge, tooLong, unread } from './endings.ts'
import { watchMemory } from './watchMemory.ts'
import { startProgram, type Program } from './startProgram.ts'

/** Reads untrusted files in separate processes. A file that breaks, hangs, or fills the memory is refused with 422, without affecting the
 *  server or anyone else's file. */

export interface IsolatedOptions extends Program {
  /** Total memory of a process, if the system reports it. */
  memoryMb: number
  /** Time from the start of a task to its end. */
  mostMs: number
  mostAtOnce: number
  /** Tasks that may wait beyond those that run at once. */
  mostWaiting: number
  /** Message for tasks beyond those. */
  busy: string
}

/** Message of a process about a task: a call to make here, part of the result, or the end. */
export type Said<Part> =
  { call: string; args: unknown[]; id: number } | { part: Part } | { ended: true } | { fault: string }

/** Functions of ours that a task may call, by name. */
export type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

export interface Isolated<Task, Part> {
  /** Yields the parts of a task's result as they arrive. Throws a refusal: 503 if too many tasks wait, 422 if the process ended before
   *  the task did. Rejections of `calls` are rethrown unchanged. */
  run: (task: Task, calls?: Calls) => AsyncGenerator<Part>
  /** Ends the idle processes. */
  end: () => void
}

/** A file that broke its process may have left something behind, and so may many that didn't. */
const MOST_TASKS = 200
/** Starting a process takes half a second, which an author shouldn't wait for again and again while typing. */
const IDLE_MS = 60_000

interface Worker {
  child: ChildProcess
  tasks: number
  idle?: NodeJS.Timeout
}

export function isolated<Task, Part>(options: IsolatedOptions): Isolated<Task, Part> {
  const { mostAtOnce, mostWaiting, busy } = options
  const idle: Worker[] = []
  const waiting: (() => void)[] = []
  let atOnce = 0

  async function turn(): Promise<void> {
    if (atOnce < mostAtOnce) atOnce++
    else if (waiting.length >= mostWaiting) throw refusal(503, busy, { retryAfterS: 10 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else atOnce--
  }
  function start(): Worker {
    const worker = { child: startProgram(options), tasks: 0 }
    const drop = () => {
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
    }
    worker.child.once('exit', drop).on('error', drop)
    return worker
  }
  function keep(worker: Worker): void {
    if (++worker.tasks >= MOST_TASKS || !worker.child.connected) return void worker.child.kill('SIGKILL')
    hold(worker.child, false)
    worker.idle = setTimeout(() => worker.child.kill('SIGKILL'), IDLE_MS).unref()
    idle.push(worker)
  }

  return {
    end() {
      for (const { child } of idle.splice(0)) child.kill('SIGKILL')
    },
    async *run(task, calls = {}) {
      await turn()
      let worker: Worker | undefined
      let isWhole = false
      try {
        worker = idle.pop() ?? start()
        clearTimeout(worker.idle)
        hold(worker.child, true)
        yield* heard<Part>(worker.child, { task, calls, options })
        isWhole = true
      } finally {
        if (worker && isWhole) keep(worker)
        else worker?.child.kill('SIGKILL')
        leave()
      }
    },
  }
}

/** Sets whether the child keeps this process alive. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const act = isHeld ? 'ref' : 'unref'
  child[act]()
  child.channel?.[act]()
}

async function* heard<Part>(
  child: ChildProcess,
  { task, calls, options }: { task: unknown; calls: Calls; options: IsolatedOptions },
): AsyncGenerator<Part> {
  const parts: Part[] = []
  const state: { failure: Error | null; isOver: boolean } = { failure: null, isOver: false }
  let wake = () => {}
  const fail = (error: Error) => {
    state.failure ??= error
    wake()
  }
  const hear = (said: Said<Part>) => {
    if ('part' in said) parts.push(said.part)
    else if ('ended' in said) state.isOver = true
    else if ('fault' in said) fail(unread(said.fault))
    else return void answer(child, said, calls).catch(fail)
    wake()
  }
  const exit = (code: number | null, signal: string | null) => fail(ended(code, signal))
  const timer = setTimeout(() => fail(tooLong()), options.mostMs)
  const unwatch = watchMemory(child.pid, options.memoryMb, () => fail(tooLarge()))
  child.on('message', hear).on('exit', exit).on('error', fail)
  try {
    // A process that ended in the meantime reports it by its exit.
    child.send({ task }, () => {})
    for (;;) {
      if (state.failure) throw state.failure
      if (parts.length > 0) yield parts.shift()!
      else if (state.isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    clearTimeout(timer)
    unwatch()
    child.off('message', hear).off('exit', exit).off('error', fail)
  }
}

async function answer(
  child: ChildProcess,
  { call, args, id }: Extract<Said<never>, { call: string }>,
  calls: Calls,
): Promise<void> {
  if (!Object.hasOwn(calls, call)) throw unread(`It called ${call}.`)
  const value = await Reflect.apply(calls[call]!, undefined, args)
  child.send({ id, value }, () => {})
}
