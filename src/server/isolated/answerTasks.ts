import { endWithServer } from './endWithServer.ts'
import type { Said } from './isolated.ts'

/** Connections of a task to the server. */
export interface Outside<Part> {
  say: (part: Part) => void
  /** Calls a function of the server. */
  ask: (call: string, ...args: unknown[]) => Promise<never>
}

/** Runs tasks in a separate process, one after another. An error thrown by `work` is a fault of ours or of the file. */
export function answerTasks<Task, Part>(
  work: (task: Task, outside: Outside<Part>) => Promise<void> | void,
): void {
  const asked = new Map<number, (value: never) => void>()
  let calls = 0
  const send = (said: Said<Part>) => void process.send!(said)
  const outside: Outside<Part> = {
    say: (part) => send({ part }),
    ask(call, ...args) {
      const id = calls++
      return new Promise((resolve) => {
        asked.set(id, resolve)
        send({ call, args, id })
      })
    },
  }
  process.on('message', (message: { task: Task } | { id: number; value: never }) => {
    if ('task' in message)
      void (async () => work(message.task, outside))().then(
        () => send({ ended: true }),
        (error: unknown) => send({ fault: String((error as Error | null)?.stack ?? error) }),
      )
    else {
      asked.get(message.id)?.(message.value)
      asked.delete(message.id)
    }
  })
  endWithServer()
}
