import type { Edit } from 'jsonc-parser'
import type { Element } from '../../../schemas/elements/element.ts'
import type { Question, Step } from '../../../schemas/flow/flow.ts'
import type { Path } from '../complete/cursor.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { list, record, valueAt } from '../complete/shapes.ts'
import { buyersOfSteps } from '../forms/labels.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsTo, editsToRepeat } from '../forms/textEdits.ts'
import { READY_SPANISH, SPANISH_CONSENTS } from '../../texts/studio/readySpanish.ts'
import { READY_WORDS } from './readyStepWords.ts'
import { STATES } from '../kernel/stateOptions.ts'
import { fieldsIn } from './renameField.ts'
import { stepsOf } from './stepsOf.ts'
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

/** Adds a ready step after the step at `after`, or before all if its index is -1, with its own question and fields. Where the flow already
 *  asks for the phone number, only the consent is new. Null if the flow has no place for questions yet. */
export function addStep(
  read: ReadText,
  { step, question }: ReadyStep,
  after: Path,
): (AddedStep & { fields: OtherNames; reuses: string[] }) | null {
  const { document, text } = read
  const questions = valueAt(document, QUESTIONS)
  if (typeof questions !== 'object' || questions === null) return null
  const placed = placeBehind(document, after, step.name)
  const key = question && freeName(question.key, new Set(Object.keys(questions)))
  const known = fieldsIn(text)
  const taken = new Set(known)
  const fields: Record<string, string> = {}
  const reuses: string[] = []
  const answers: Question['answers'] = {}
  for (const [id, answer] of Object.entries(question?.asks.answers ?? {})) {
    const { backend_field_name: field, backend_field_value: value } = answer
    if (field === 'phone' && taken.has(field)) {
      reuses.push(id)
      continue
    }
    const name = freeName(field, taken)
    if (name !== field) fields[field] = name
    answers[id] = {
      ...answer,
      backend_field_name: name,
      ...(value !== undefined && {
        backend_field_value: consentTo(value, partiesOf(document, after)),
      }),
    }
  }
  const kept = step.questions.filter(
    (element) => !('answer_id' in element && reuses.includes(element.answer_id)),
  )
  const isConsentAlone = reuses.length > 0
  if (isConsentAlone)
    answers['declined'] = { backend_field_name: freeName('call_declined', taken), backend_field_value: 'yes' }
  const elements = isConsentAlone ? withRefusal(kept, question!.key) : kept
  const value: Step = {
    ...step,
    name: placed.name,
    ...(isConsentAlone && { title: READY_WORDS.offerConsentTitle }),
    questions: key === undefined ? elements : askingFor(elements, key),
  }
  const changed = withStep(document, placed, value)
  if (key !== undefined)
    (valueAt(changed, QUESTIONS) as Record<string, unknown>)[key] = { ...question!.asks, answers }
  return {
    ...placed,
    fields,
    reuses: isConsentAlone ? ['phone'] : [],
    edits: editsTo(read, translated(changed, document, [partiesOf(document, after)])),
  }
}

/** Steps that ask for what people have only one of, so that none asks for it a second time. */
const ASKED_ONCE: ReadonlySet<string> = new Set([
  'state',
  'zip',
  'birthday',
  'injury_date',
  'vehicle',
  'name',
  'email',
])

/** Step that already asks for all that a ready step would ask; null if there is none, or the step may come twice. */
export function askedAt(document: unknown, { question }: ReadyStep): string | null {
  if (!question || !ASKED_ONCE.has(question.key)) return null
  const questions = record(valueAt(document, QUESTIONS))
  const wanted = Object.values(question.asks.answers).map((answer) => answer.backend_field_name)
  const asking = stepsOf(document).find(({ at }) => {
    const keys = elementsOf(valueAt(document, at)).map(({ question_key: key }) => String(key))
    const answers = keys.flatMap((key) => Object.values(record(record(questions[key])['answers'])))
    const fields = new Set(answers.map((answer) => record(answer)['backend_field_name']))
    return wanted.every((field) => fields.has(field))
  })
  return asking?.id.split('/')[1] ?? null
}

/** Copy of a document with a step in a list. */
function withStep(
  document: unknown,
  { list: at, index }: { list: Path; index: number },
  step: Step,
): unknown {
  const changed = structuredClone(document)
  list(valueAt(changed, at)).splice(index, 0, step)
  return changed
}

/** The document with Spanish for each ready text that is new in it, if the site has Spanish, and without translations of texts that are
 *  gone. `parties`: names in the new consents. */
export function translated(
  changed: unknown,
  before: unknown,
  parties: readonly (readonly string[])[],
): unknown {
  const [old, now] = [new Set(textsIn(before)), new Set(textsIn(changed))]
  const languages = record(valueAt(changed, ['ui_config', 'languages']))
  for (const words of Object.values(languages).map(record))
    for (const text of Object.keys(words)) if (old.has(text) && !now.has(text)) delete words[text]
  const spanish = languages['es']
  if (typeof spanish !== 'object' || spanish === null) return changed
  const consents = Object.fromEntries(
    parties.flatMap((names) => [
      [consentTo(READY_WORDS.consent, names), SPANISH_CONSENTS.ofAll(inSpanish(names))],
      [consentTo(READY_WORDS.sellerConsent, names), SPANISH_CONSENTS.ofOne(inSpanish(names))],
    ]),
  )
  const words = spanish as Record<string, string>
  for (const text of now) {
    const said = Object.hasOwn(READY_SPANISH, text)
      ? READY_SPANISH[text]
      : (consents[text] ?? STATE_NAMES.get(text))
    if (said !== undefined && !old.has(text) && !Object.hasOwn(words, text)) words[text] = said
  }
  return changed
}

/** States without another name in Spanish. */
const STATE_NAMES = new Map(STATES.map(({ text }) => [text, text]))

/** Parties as the text of a consent lists them: 'A, B and C'. A change of parties finds the list in a text by this form. */
export function inEnglish(names: readonly string[], joint = 'and'): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${joint} `)
}

export function inSpanish(names: readonly string[]): string {
  return inEnglish(names, 'y')
}

export function consentTo(text: string, parties: readonly string[]): string {
  return text.replaceAll(PARTIES, () => inEnglish(parties))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
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
export function partiesOf(document: unknown, step: Path): string[] {
  const buyers = record(valueAt(document, ['ui_config', 'buyers']))
  const keys = buyersOfSteps(valueAt(document, step.slice(0, -1)))
  const parties = [valueAt(document, ['ui_config', 'site']), ...keys.map((key) => buyers[key])]
  const names = parties.map((party) => record(party)['name']).filter((name) => typeof name === 'string')
  return [...new Set(names)]
}

export function placeBehind(document: unknown, step: Path, wanted: string) {
  const [steps, index] = [step.slice(0, -1), Number(step.at(-1)) + 1]
  const taken = list(valueAt(document, steps)).map((each) => String(record(each)['name']))
  return { list: steps, index, at: [...steps, index], name: freeName(wanted, new Set(taken)) }
}

/** Elements of a step that asks for nothing but a consent, with a way to decline. */
export function withRefusal(elements: readonly Element[], question_key: string): Element[] {
  const agreeing = elements.map((element) =>
    element.type === 'submit' ? { ...element, agrees: true } : element,
  )
  const refusal: Element = {
    type: 'container',
    widget: 'choice',
    submit: true,
    question_key,
    answer_id: 'declined',
    text: READY_WORDS.decline,
    agrees: false,
  }
  return [...agreeing, refusal]
}

/** The same elements for another question. */
export function askingFor(elements: readonly Element[], question_key: string): Element[] {
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
