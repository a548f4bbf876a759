import type { Path } from '../complete/cursor.ts'
import { comparableFields, type ComparableField } from '../complete/flowNames.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { valueAt } from '../complete/shapes.ts'
import { stepsOf } from './stepsOf.ts'

/** Fields that the rules of the step at `at` can look at: those asked before it, and computed ones. */
export function fieldsBefore(document: unknown, at: Path): ComparableField[] {
  const steps = stepsOf(document)
  const here = steps.findIndex((step) => step.at.every((part, index) => at[index] === part))
  const asked = new Set(
    steps
      .slice(0, Math.max(here, 0))
      .flatMap((step) => elementsOf(valueAt(document, step.at)).map((element) => element['question_key'])),
  )
  return comparableFields(document).filter(
    ({ questions }) => questions.length === 0 || questions.some((key) => asked.has(key)),
  )
}
