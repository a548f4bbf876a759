import { Worker } from 'node:worker_threads'
import type { Located } from '../../schemas/author/problem.ts'
import type { PreviewState, PreviewStep } from '../../schemas/author/preview.ts'
import type { Witness } from '../author/solve/witness.ts'

/** Results of the proofs about a flow file. */
export interface Proofs {
  state: PreviewState['proofs']
  /** Tells for each step, by its ID, if some visitor sees it. */
  reach: ReadonlyMap<string, PreviewStep['reach']>
}

export const NOT_PROVED: Proofs = { state: 'running', reach: new Map() }

export interface Proved {
  /** All problems of the file. */
  problems: Located[]
  /** Null if the rules can't be decided, or the flow has an error. */
  possible: readonly (readonly [step: string, possible: boolean])[] | null
}

export type ProverQuestion = { id: number } & (
  { source: Uint8Array; file: string; today: string } | { step: string }
)
export interface ProverAnswer {
  id: number
  answer: Proved | Witness | null
}

/** Runs proofs in a separate thread. They are about the last text it was given. */
export interface Prover {
  /** Null if another text was given in the meantime. */
  prove(text: { source: Uint8Array; file: string; today: string }): Promise<Proved | null>
  /** A visitor who sees a step; null if none is known. For the last text, once that is proved. */
  witness(step: string): Promise<Witness | null>
  end(): Promise<void>
}

export function openProver(): Prover {
  const waiting = new Map<number, (answer: ProverAnswer['answer']) => void>()
  let asked = 0
  let proving: object | null = null
  let thread = start()

  function start(): Worker {
    const worker = new Worker(new URL('./proverThread.ts', import.meta.url))
    worker.on('message', ({ id, answer }: ProverAnswer) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    })
    worker.on('error', (error) => {
      throw error
    })
    return worker
  }

  async function stop(): Promise<void> {
    const ending = thread.terminate()
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
    await ending
  }

  function ask<A extends ProverAnswer['answer']>(
    question: { source: Uint8Array; file: string; today: string } | { step: string },
  ): Promise<A | null> {
    const id = ++asked
    return new Promise((resolve) => {
      waiting.set(id, (answer) => resolve(answer as A | null))
      thread.postMessage({ id, ...question })
    })
  }

  return {
    async prove(text) {
      // A proof in progress about an earlier text is no longer needed.
      if (proving) {
        void stop()
        thread = start()
      }
      const turn = (proving = {})
      const proved = await ask<Proved>(text)
      if (proving === turn) proving = null
      return proved
    },
    async witness(step) {
      // A newer text has another thread, which hasn't heard of the question.
      for (;;) {
        const asked = thread
        const witness = await ask<Witness>({ step })
        if (witness || asked === thread) return witness
      }
    },
    end: stop,
  }
}
