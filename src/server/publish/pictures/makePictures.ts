import { join } from 'node:path'
import { ISOLATION, REFUSALS } from '../../../texts/callRefusals.ts'
import { isolated } from '../../isolated/isolated.ts'

/** What the process is to make: sizes of a picture by their width, ascending, none wider than the picture is. */
export interface Order {
  bytes: Buffer
  widths: number[]
  mostPixels: number
}

export interface Sizes {
  /** `content`: base64. */
  files: { width: number; ending: string; content: string }[]
  /** Of the largest size, in pixels. */
  width: number
  height: number
  widths: number[]
}

export type Made = Sizes | { failure: string }

/** Has pictures made by a process, which is started by the first order and ended with `end`. */
export interface PictureMaker {
  /** Null when it took too long. */
  make: (order: Order) => Promise<Made | null>
  end: () => void
}

/** For all sizes of one picture; on a slow core that is busy otherwise they take some 10. */
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

/** Drafts that are published at once have one each. */
const MOST_WAITING = 16
