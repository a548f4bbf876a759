import { readFile } from 'node:fs/promises'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Located, Problem } from '../../../schemas/author/problem.ts'
import { isError } from '../../author/kernel/weights.ts'
import { conform } from '../../author/document/conform.ts'
import { readSource } from '../../author/document/place.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import { flowFile } from './flowFile.ts'

/** A flow file for a tool to run. */
export interface FlowSource {
  file: string
  bytes: Uint8Array
  /** Null if it doesn't conform to the flow schema; then `problems` says where. */
  flow: Flow | null
  problems: Located[]
  locate: (problem: Problem) => Located
}

/** Reads the flow file that `word` names. A flow that shouldn't be published can still be run, because its author may want to see the
 *  effect of a step that can't be reached. */
export async function readFlow(word: string): Promise<FlowSource> {
  const file = await flowFile(word)
  const bytes = await readFile(file)
  const { problems: unreadable, document, locate } = readSource(bytes)
  const problems = [...unreadable, ...(document === undefined ? [] : conform(document).map(locate))]
  return { file, bytes, flow: problems.length > 0 ? null : (document as Flow), problems, locate }
}

/** Result of `work` on a flow; if it fails on an unknown name, the flow's own problems instead. */
export function orProblems<T>(
  { bytes }: Pick<FlowSource, 'bytes'>,
  work: () => T,
): { done: T } | { problems: Located[] } {
  try {
    return { done: work() }
  } catch (error) {
    const problems = problemsOf(bytes)
    if (!problems.some(isError)) throw error
    return { problems }
  }
}
