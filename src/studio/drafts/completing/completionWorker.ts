import schema from '../../../../schemas/json/flow.schema.json'
import { completeAt, type Completions } from '../../../author/complete/completeAt.ts'
import { hoverAt, type Hover } from '../../../author/complete/hoverAt.ts'
import type { Shape } from '../../../author/complete/shapes.ts'

/** Computes completions off the main thread, so that typing never waits. */

export interface Question {
  id: number
  ask: 'complete' | 'hover'
  text: string
  offset: number
}
export type Answer = { id: number; answer: Completions | Hover | null }

const ASKED = { complete: completeAt, hover: hoverAt }

addEventListener('message', ({ data: { id, ask, text, offset } }: MessageEvent<Question>) => {
  postMessage({ id, answer: ASKED[ask](text, offset, schema as unknown as Shape) } satisfies Answer)
})
