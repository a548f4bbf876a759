import type { Edit } from 'jsonc-parser'
import type { Element } from '../../../schemas/elements/element.ts'
import type { Path } from '../complete/cursor.ts'
import { inWords } from '../../flow/inWords.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { list, record, valueAt } from '../complete/shapes.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsFor, editsToInsert, editsToRepeat } from '../forms/textEdits.ts'
import { fieldsIn } from './renameField.ts'
import { PARTIES, type ReadyStep } from './readySteps.ts'

/** Edits that add a step to a text, and the step's path afterwards. */
export interface AddedStep {
  edits: Edit[]
  at: Path
  /** Its name. It differs from the requested one if that was taken. */
  name: string
}

/** Names given instead of taken ones, by requested name. */
export type OtherNames = Readonly<Record<string, string>>

const QUESTIONS: Path = ['constants_config', 'questions']

/** Adds a ready step after the step at `after`, or before all if its index is -1, with its own question and fields. Null if the flow has
 *  no place for questions yet. */
export function addStep(
  read: ReadText,
  { step, question }: ReadyStep,
  after: Path,
): (AddedStep & { fields: OtherNames }) | null {
  const { document, text } = read
  const questions = valueAt(document, QUESTIONS)
  if (typeof questions !== 'object' || questions === null) return null
  const placed = placeBehind(document, after, step.name)
  const key = question && freeName(question.key, new Set(Object.keys(questions)))
  const taken = new Set(fieldsIn(text))
  const fields: Record<string, string> = {}
  for (const { backend_field_name: field } of Object.values(question?.asks.answers ?? {})) {
    const name = freeName(field, taken)
    if (name !== field) fields[field] = name
  }
  const asks = question && {
    ...question.asks,
    answers: Object.fromEntries(
      Object.entries(question.asks.answers).map(([id, answer]) => [
        id,
        {
          ...answer,
          backend_field_name: fields[answer.backend_field_name] ?? answer.backend_field_name,
          ...(answer.backend_field_value !== undefined && {
            backend_field_value: answer.backend_field_value.replaceAll(PARTIES, () =>
              partiesOf(document, after),
            ),
          }),
        },
      ]),
    ),
  }
  const value = {
    ...step,
    name: placed.name,
    questions: key === undefined ? step.questions : askingFor(step.questions, key),
  }
  return {
    ...placed,
    fields,
    edits: [
      ...(key === undefined ? [] : editsFor(read, [{ at: [...QUESTIONS, key], value: asks }])),
      ...editsToInsert(read, placed.list, { index: placed.index, value }),
    ],
  }
}

/** Copies a step right after itself, under another name. `asks` lists the questions that both now ask. */
export function copyStep(read: ReadText, at: Path): (AddedStep & { asks: string[] }) | null {
  const { document } = read
  const step = valueAt(document, at)
  const { name } = record(step)
  if (typeof name !== 'string') return null
  const placed = placeBehind(document, at, name)
  const asks = elementsOf(step).flatMap(({ question_key: key }) => (typeof key === 'string' ? key : []))
  return {
    ...placed,
    asks: [...new Set(asks)],
    edits: editsToRepeat(read, at, [{ at: [...at, 'name'], value: placed.name }]),
  }
}

/** Names of the company that runs the site, and of the buyers of the leads of a step's offer. */
function partiesOf(document: unknown, step: Path): string {
  const buyers = record(valueAt(document, ['ui_config', 'buyers']))
  const steps = list(valueAt(document, step.slice(0, -1))).map(record)
  const keys = steps.flatMap(({ execute_actions }) =>
    list(execute_actions).flatMap((action) => list(record(action)['buyers'])),
  )
  const parties = [valueAt(document, ['ui_config', 'site']), ...keys.map((key) => buyers[String(key)])]
  const names = parties.map((party) => record(party)['name']).filter((name) => typeof name === 'string')
  return inWords([...new Set(names)], 'and')
}

function placeBehind(document: unknown, step: Path, wanted: string) {
  const [steps, index] = [step.slice(0, -1), Number(step.at(-1)) + 1]
  const taken = list(valueAt(document, steps)).map((each) => String(record(each)['name']))
  return { list: steps, index, at: [...steps, index], name: freeName(wanted, new Set(taken)) }
}

/** The same elements for another question. */
function askingFor(elements: readonly Element[], question_key: string): Element[] {
  return elements.map((element) => ({
    ...element,
    ...('question_key' in element && { question_key }),
    ...('elements' in element && { elements: askingFor(element.elements, question_key) }),
  })) as Element[]
}

/** `wanted`, or with the first number from 2 on that makes it unique. At most 64 characters, as for all names. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) {
    const end = `_${count}`
    name = wanted.slice(0, LONGEST_NAME - end.length) + end
  }
  return name
}

const LONGEST_NAME = 64
