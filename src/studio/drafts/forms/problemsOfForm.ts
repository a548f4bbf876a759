import type { Located } from '../../../../schemas/author/problem.ts'
import type { Path } from '../../../author/complete/cursor.ts'

export interface FormProblems {
  /** Problems of the object itself. */
  here: string[]
  /** Problems of its members, each with a hint. */
  byKey: ReadonlyMap<string, string[]>
  /** Number of problems at a place or within it. */
  within: (at: Path) => number
}

/** Problems that concern the form of the object at `at`. */
export function problemsOfForm(at: Path, problems: readonly Located[]): FormProblems {
  const inFlow = problems.filter(({ file }) => file === undefined)
  const inside = inFlow.filter((problem) => startsWith(problem.at, at))
  const textOf = ({ message, hint }: Located) => `${message} ${hint}`
  const ofMembers = inside.filter((problem) => problem.at.length > at.length)
  const byKey = Map.groupBy(ofMembers, (problem) => String(problem.at[at.length]))
  return {
    here: inside.filter((problem) => problem.at.length === at.length).map(textOf),
    byKey: new Map(Array.from(byKey, ([key, found]) => [key, found.map(textOf)])),
    within: (place) => inFlow.filter((problem) => startsWith(problem.at, place)).length,
  }
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((part, index) => path[index] === part)
}
