import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { flowTexts } from '../../flow/languages/flowTexts.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'
import { SAMPLE } from '../edit/readyStepWords.ts'

/** Sample texts of ready-made steps that visitors would read. */
export function checkSamples(flow: Flow): Problem[] {
  return flowTexts(flow)
    .filter(({ text }) => text.includes(SAMPLE))
    .map(({ at, text }) => ({ code: 'sample_text', at, ...STEP_PROBLEMS.sampleText(text) }))
}
