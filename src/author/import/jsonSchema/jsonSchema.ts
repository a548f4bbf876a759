import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import type { ForeignQuestion, ForeignForm, ForeignStep } from '../foreignForm.ts'
import { isObject, listIn, member, objectIn, textIn, textOf, type Json } from '../foreignJson.ts'
import { askedBySchema, isAsked } from './jsonSchemaFields.ts'
import { conditionalParts, conditionallyRequired, resolved, type Part } from './jsonSchemaRules.ts'
import { startReading, type Reading } from '../reading.ts'
import { all, asRules, type When } from '../when.ts'

/** Reads a JSON Schema of draft-07 or 2020-12, with its uiSchema for rjsf. Source: json-schema.org; the documentation of
 *  react-jsonschema-form. */
export function readJsonSchema(document: Json, ui: Json): { form: ForeignForm; reading: Reading } {
  const reading = startReading({ pattern: /(?!)/g, fieldOf: () => undefined })
  const steps: ForeignStep[] = []
  const root = resolved(document, document)
  readObject(root, {
    root: document,
    ui,
    at: '',
    path: [],
    when: true,
    depth: 0,
    steps,
    asked: new Map(),
    reading,
  })
  const title = reading.line(textIn(root, 'title'), 'title') || 'Form'
  const text = reading.line(textIn(root, 'description'), 'description', WELCOME)
  const welcome = text === '' ? null : { title: title.slice(0, WELCOME_TITLE), text }
  return { form: { title, language: 'en', welcome, steps, ends: [] }, reading }
}

/** Source: schemas/flow/site.ts, the landing section. */
const [WELCOME_TITLE, WELCOME] = [80, 160]

interface Place {
  root: Json
  ui: Json
  /** Place in the file. */
  at: string
  /** Names of the objects around it. */
  path: readonly string[]
  when: When
  depth: number
  steps: ForeignStep[]
  /** Questions asked before it, by path. */
  asked: Map<string, ForeignQuestion>
  reading: Reading
}

const DEEPEST = 10

/** Asks for the properties of an object: those of the root one by one, those of a nested one together. */
function readObject(schema: Json, place: Place): void {
  const { root, reading, at, depth, path } = place
  if (depth > DEEPEST) return reading.note(at, IMPORT_NOTES.tooDeep)
  const parts = inOrder(conditionalParts(schema, root), listIn(place.ui, 'ui:order').map(textOf))
  const together: { asked: ForeignQuestion; html: string }[] = []
  const late: Part[] = []
  const read = (part: Part, isLate: boolean) => {
    const property = resolved(part.schema, root)
    const uiOf = objectIn(place.ui, part.name)
    const where = [at, part.at].filter((text) => text !== '').join('.')
    const titled = reading.line(textIn(property, 'title') || part.name, where)
    const condition = part.when(conditionReader(place))
    if (condition === undefined && !isLate) return void late.push(part)
    const when = all(place.when, condition ?? true)
    if (condition === undefined) reading.note(where, IMPORT_NOTES.conditionLost(titled, part.says))
    if (when === false) return reading.note(where, IMPORT_NOTES.neverAsked(titled))
    if (asRules(when) === null) return reading.note(where, IMPORT_NOTES.tooLong(titled))
    if (isObject(member(property, 'properties')))
      return readObject(property, {
        ...place,
        ui: uiOf,
        at: where,
        path: [...path, part.name],
        when,
        depth: depth + 1,
      })
    if (part.isTwice)
      reading.note(where, IMPORT_NOTES.checkLost(titled, 'choices that depend on another question'))
    const asked = askedBySchema(property, {
      ui: uiOf,
      at: where,
      name: part.name,
      path,
      required: part.required,
      reading,
    })
    if (!isAsked(asked)) return
    place.asked.set(pathOf(path, part.name), asked)
    const isTogether = depth > 0 && part.says === '' && asked.as !== 'consent'
    if (isTogether) return void together.push({ asked, html: '' })
    place.steps.push({ called: asked.field, asks: [asked], when })
  }
  for (const part of parts) read(part, false)
  for (const { name, says, at: word } of conditionallyRequired(schema, root))
    reading.note([at, word].filter((text) => text !== '').join('.'), IMPORT_NOTES.requiredIfLost(name, says))
  for (const part of late) read(part, true)
  if (together.length === 0) return
  const title = reading.line(textIn(schema, 'title') || path.at(-1)!, at)
  const description = textIn(schema, 'description')
  const hint = description.length <= AT_MOST.hint ? reading.line(description, at, AT_MOST.hint) : ''
  const first = place.steps.findIndex(({ asks }) => asks.some((one) => isWithin(one, place)))
  const step: ForeignStep = {
    called: path.join(' '),
    title,
    ...(hint !== '' && { hint }),
    ...(hint === '' && description !== '' && { html: reading.html(description, at, 'text') }),
    asks: together.map(({ asked }) => asked),
    when: place.when,
  }
  // It goes before those of its own properties that depend on it.
  place.steps.splice(first < 0 ? place.steps.length : first, 0, step)
}

function isWithin(asked: ForeignQuestion, { asked: known, path }: Place): boolean {
  const prefix = `${path.join('.')}.`
  return [...known].some(([name, one]) => one === asked && name.startsWith(prefix))
}

function pathOf(path: readonly string[], name: string): string {
  return [...path, name].join('.')
}

/** Finds the properties that a condition may look at: those of the same object that are asked before. */
function conditionReader({ asked, path }: Place): (name: string) => ForeignQuestion | undefined {
  return (name) => asked.get(pathOf(path, name))
}

/** Sorts by ui:order, where * means all others. */
function inOrder(parts: readonly Part[], order: readonly string[]): Part[] {
  if (order.length === 0) return [...parts]
  const star = order.includes('*') ? order.indexOf('*') : order.length
  const rank = ({ name }: Part) => (order.includes(name) ? order.indexOf(name) : star)
  return [...parts].sort((a, b) => rank(a) - rank(b))
}
