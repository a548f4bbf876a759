import type { Located } from '../../../../schemas/problem.ts'
import type { Path } from '../../../author/complete/cursor.ts'

export interface FormProblems {
  /** Of the object itself. */
  here: string[]
  /** Of its members, each with what would be right. */
  byKey: ReadonlyMap<string, string[]>
  /** How many there are at a place or within it. */
  within: (at: Path) => number
}

/** Which problems of a flow concern the form of the object at `at`. */
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
