import { join } from 'node:path'
import { ISOLATION, REFUSALS } from '../../kernel/callRefusals.ts'
import { isolated } from '../../isolated/isolated.ts'

/** Order for the process: sizes of a picture by width, ascending, none wider than the picture. */
export interface Order {
  bytes: Buffer
  widths: number[]
  mostPixels: number
}

export interface Sizes {
  /** `content`: base64. */
  files: { width: number; ending: string; content: string }[]
  /** Size in pixels of the largest one. */
  width: number
  height: number
  widths: number[]
}

export type Made = Sizes | { failure: string }

/** Makes pictures in a process that the first order starts and `end` stops. */
export interface PictureMaker {
  /** Null if it took too long. */
  make: (order: Order) => Promise<Made | null>
  end: () => void
}

/** Covers all sizes of one picture; on a slow, busy core they take about 10. */
export const MOST_SECONDS = 60

export function pictureMaker(mostSeconds = MOST_SECONDS): PictureMaker {
  const worker = isolated<Order, Made>({
    file: join(import.meta.dirname, 'pictureWorker.ts'),
    heapMb: 256,
    // 24 million pixels take 100 MB, several times over.
    memoryMb: 1024,
    hasAddons: true,
    mostMs: mostSeconds * 1000,
    mostAtOnce: 1,
    mostWaiting: MOST_WAITING,
    busy: REFUSALS.authorsWait,
  })
  return {
    end: worker.end,
    async make(order) {
      const answers: Made[] = []
      try {
        for await (const made of worker.run(order)) answers.push(made)
      } catch (error) {
        if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 422)) throw error
        return error.message === ISOLATION.tooLong ? null : { failure: error.message }
      }
      return answers[0]!
    },
  }
}

/** Drafts published at the same time have one each. */
const MOST_WAITING = 16
