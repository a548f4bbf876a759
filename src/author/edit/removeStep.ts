import type { Edit } from 'jsonc-parser'
import type { Path } from '../complete/cursor.ts'
import { mentionsIn, type Mention } from '../complete/mentions.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { openText } from '../complete/openText.ts'
import { record, valueAt } from '../complete/shapes.ts'
import { endOf, nodeAt } from '../forms/formPlaces.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsToRemove } from '../forms/textEdits.ts'
import { linesOf, type TextLine } from './textLines.ts'
import { stepsOf } from './stepsOf.ts'

/** Result of removing a step. */
export interface StepRemoval {
  edits: Edit[]
  name: string
  /** Fields that are no longer asked for anywhere. */
  fields: string[]
  /** Lines where the rest of the flow still names these fields, or the step. */
  lines: TextLine[]
}

/** Removes a step and the questions that only it asks. Questions with fields that something else names stay, as the flow would be wrong
 *  without them. */
export function removeStep(read: ReadText, at: Path): StepRemoval {
  const { document, text, root } = read
  const name = String(record(valueAt(document, at))['name'])
  const asked = new Set(
    stepsOf(document)
      .filter((step) => JSON.stringify(step.at) !== JSON.stringify(at))
      .flatMap((step) => questionsOf(valueAt(document, step.at))),
  )
  const questions = questionsOf(valueAt(document, at))
    .filter((key) => !asked.has(key))
    .map((key): Path => ['constants_config', 'questions', key])
    .filter((question) => nodeAt(root, question))
  const parts = [at, ...questions].flatMap((part) => nodeAt(root, part) ?? [])
  const isWithin = ({ from }: Mention) => parts.some((part) => part.offset <= from && from < endOf(part))
  const mentions = mentionsIn(openText(text))
  const outside = mentions.filter((mention) => !isWithin(mention))
  const isField = ({ naming, declares }: Mention) => declares && naming.kind === 'field'
  const elsewhere = new Set(outside.filter(isField).map((mention) => mention.name))
  const asking = mentions.filter((mention) => isField(mention) && isWithin(mention))
  const fields = [...new Set(asking.map((mention) => mention.name))].filter((field) => !elsewhere.has(field))
  const named = outside.filter(({ naming, name: other }) =>
    naming.kind === 'step'
      ? naming.of === at[2] && other === name
      : naming.kind === 'field' && fields.includes(other),
  )
  const isFree = !named.some(({ naming }) => naming.kind === 'field')
  return {
    name,
    fields,
    lines: linesOf(
      text,
      named.map(({ from }) => from),
    ),
    edits: editsToRemove(read, isFree ? [at, ...questions] : [at]),
  }
}

function questionsOf(step: unknown): string[] {
  const keys = elementsOf(step).flatMap(({ question_key: key }) => (typeof key === 'string' ? key : []))
  return [...new Set(keys)]
}
