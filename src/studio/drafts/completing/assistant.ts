import type { Completions } from '../../../author/complete/completeAt.ts'
import type { Hover } from '../../../author/complete/hoverAt.ts'
import type { Answer, Question } from './completionWorker.ts'

/** Completions and descriptions for a place in a text; null if there are none. */
export interface Assistant {
  complete(text: string, offset: number): Promise<Completions | null>
  hover(text: string, offset: number): Promise<Hover | null>
  end(): void
}

/** Starts on first use. If it fails it returns nothing, as a text can be written without it. */
export function openAssistant(): Assistant {
  const waiting = new Map<number, (answer: Answer['answer']) => void>()
  let worker: Worker | undefined
  let asked = 0

  function answerNothing(): void {
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./completionWorker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data: { id, answer } }: MessageEvent<Answer>) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    }
    started.onerror = answerNothing
    return started
  }

  function ask<A extends Answer['answer']>(question: Omit<Question, 'id'>): Promise<A | null> {
    const id = ++asked
    return new Promise((resolve) => {
      waiting.set(id, (answer) => resolve(answer as A | null))
      worker ??= start()
      worker.postMessage({ id, ...question } satisfies Question)
    })
  }

  return {
    complete: (text, offset) => ask<Completions>({ ask: 'complete', text, offset }),
    hover: (text, offset) => ask<Hover>({ ask: 'hover', text, offset }),
    end() {
      worker?.terminate()
      answerNothing()
    },
  }
}
