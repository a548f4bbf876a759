import { parentPort } from 'node:worker_threads'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { besides } from '../author/document/checkFiles.ts'
import { readSource } from '../author/document/place.ts'
import { problemsOf } from '../author/problemsOf.ts'
import { solve, type Solution } from '../author/solve/solve.ts'
import { isBroken } from '../author/kernel/weights.ts'
import { stepId } from '../flow/elements/elements.ts'
import type { Proved, ProverAnswer, ProverQuestion } from './prover.ts'

/** Thread that runs proofs, so that the page in the author's browser stays responsive. */

let solution: Solution | null = null

parentPort!.on('message', (question: ProverQuestion) => {
  const answer: ProverAnswer['answer'] = 'source' in question ? proved(question) : answersTo(question.step)
  parentPort!.postMessage({ id: question.id, answer } satisfies ProverAnswer)
})

function proved({ source, file, today }: Extract<ProverQuestion, { source: Uint8Array }>): Proved {
  const problems = problemsOf(source, besides(file), today)
  // A flow that can't be published may lack things its rules name, and the page still shows the previous one.
  if (problems.some(isBroken)) return { problems, possible: null }
  solution = solve(readSource(source).document as FlowDocument, today)
  const steps = solution?.steps.map((step) => [stepId(step), step.shown.possible] as const)
  return { problems, possible: steps ?? null }
}

/** Answers of a visitor who reaches a step with as few answers as possible; null if no such visitor is known. */
function answersTo(id: string) {
  return solution?.steps.find((step) => stepId(step) === id)?.shown.script() ?? null
}
