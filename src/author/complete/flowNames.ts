import { once } from '../../flow/kernel/once.ts'
import { BUYER_FIELD, RESULT_FIELD } from '../../flow/results.ts'
import { RESULT_MEANINGS } from '../../../schemas/elements/resultMeanings.ts'
import { COMPLETION } from './completionWords.ts'
import type { Path } from './cursor.ts'
import { elementsOf, type Naming } from './nameKinds.ts'
import { declaredAt, list, meaningIn, record, valueAt, type Shape } from './shapes.ts'

/** A name that a flow defines, with a description for sentences. */
export interface Name {
  name: string
  about: string
}

interface Field {
  /** Questions that ask for it, as visitors read them. */
  labels: Set<string>
  /** Its possible values with their labels, as far as they are chosen and not typed. */
  values: Map<string, string>
  questions: Set<string>
  /** Computation of a computed field. */
  compute?: string
}

/** Names for a place of this kind, in the order of the document. */
export function namesFor(naming: Naming, { document, schema, at }: Within): Name[] {
  const config = record(valueAt(document, ['ui_config']))
  switch (naming.kind) {
    case 'field':
      return [...fieldNames(document, schema), ...(isOfEnd(at) ? outcomeFields(config['buyers']) : [])]
    case 'value':
      return valuesOf(naming.of, document, schema)
    case 'question':
      return named(questionsOf(document), ({ label }) => COMPLETION.asks(textOf(label)))
    case 'answer':
      return named(record(questionsOf(document)[naming.of])['answers'], (answer) => answerText(answer))
    case 'buyer':
      return named(config['buyers'], ({ name }) => COMPLETION.buyer(textOf(name)))
    case 'offer':
      return named(config['offers'], ({ name, steps }) => COMPLETION.offer(textOf(name), list(steps).length))
    case 'step':
      return list(valueAt(document, ['ui_config', 'offers', naming.of, 'steps'])).flatMap((step) => {
        const { name } = record(step)
        return typeof name === 'string' ? { name, about: stepText(document, step) } : []
      })
  }
}

/** Context of a name that is asked for. */
export interface Within {
  document: unknown
  schema: Shape
  at: Path
}

/** Fields, each with the questions and steps that ask for it. */
function fieldNames(document: unknown, schema: Shape): Name[] {
  return Array.from(fieldsOf(document), ([name, field]) => {
    if (field.compute !== undefined)
      return { name, about: COMPLETION.computed(computationText(schema, field.compute) ?? '') }
    const steps = stepsOf(document).filter(({ asks }) => asks.some((key) => field.questions.has(key)))
    return {
      name,
      about: COMPLETION.field(
        [...field.labels],
        steps.map(({ id }) => id),
      ),
    }
  })
}

/** A field that rules can compare, as its author knows it. */
export interface ComparableField {
  name: string
  /** The first question that asks for it; for a computed field its name. */
  label: string
  /** Its possible values, as far as they are chosen and not typed. */
  values: { value: string; text: string }[]
  /** Keys of the questions that ask for it; none for a computed field. */
  questions: string[]
}

/** Fields that rules can compare, in the order of the document. Fields with the same label also say their name. */
export function comparableFields(document: unknown): ComparableField[] {
  const pressed = buttonTexts(document)
  const fields = Array.from(fieldsOf(document), ([name, { labels, values, questions }]) => ({
    name,
    label: [...labels].find((label) => label !== '') ?? name,
    values: Array.from(values, ([value, text]) => ({
      value,
      text: pressed.get(JSON.stringify([name, value])) ?? text,
    })),
    questions: [...questions],
  }))
  const labels = Map.groupBy(fields, ({ label }) => label)
  return fields.map((field) =>
    labels.get(field.label)!.length > 1 ? { ...field, label: `${field.label} (${field.name})` } : field,
  )
}

/** Text of the button that records a value in a field, by both as JSON. */
function buttonTexts(document: unknown): ReadonlyMap<string, string> {
  const offers = Object.values(record(valueAt(document, ['ui_config', 'offers'])))
  const elements = offers.flatMap((offer) => list(record(offer)['steps']).flatMap(elementsOf))
  return new Map(
    elements.flatMap(({ question_key, answer_id, text }) => {
      const answers = record(record(questionsOf(document)[String(question_key)])['answers'])
      const { backend_field_name, backend_field_value } = record(answers[String(answer_id)])
      return textOf(text) === ''
        ? []
        : [[JSON.stringify([backend_field_name, backend_field_value]), textOf(text)] as const]
    }),
  )
}

function valuesOf(field: string, document: unknown, schema: Shape): Name[] {
  if (field === RESULT_FIELD || field.startsWith(BUYER_FIELD))
    return Object.entries(RESULT_MEANINGS).map(([name, meaning]) => ({
      name,
      about: COMPLETION.meaning(meaning),
    }))
  const known = fieldsOf(document).get(field)
  const computed = known?.compute === undefined ? undefined : computationText(schema, known.compute)
  if (computed !== undefined)
    return computedValues(computed).map((name) => ({ name, about: COMPLETION.computed(computed) }))
  return Array.from(known?.values ?? [], ([name, text]) => ({ name, about: COMPLETION.value(field, text) }))
}

/** Values that a computation can give, as far as its description lists them. */
function computedValues(meaning: string): string[] {
  if (meaning.startsWith('yes when')) return ['yes', 'no']
  return Array.from(meaning.matchAll(/'([^']+)'/g), ([, value]) => value!)
}

function computationText(schema: Shape, compute: string): string | undefined {
  const [shape] = declaredAt(schema, {}, ['ui_config', 'fields', 'x', 'compute'])
  return meaningIn(shape?.description, compute)?.replace(/\.$/, '')
}

/** Every field that answers and options record, and computed fields. */
function fieldsOf(document: unknown): ReadonlyMap<string, Field> {
  return typeof document === 'object' && document !== null ? fieldsIn(document) : new Map()
}

const fieldsIn = once((document: object): ReadonlyMap<string, Field> => {
  const fields = new Map<string, Field>()
  const fieldNamed = (name: unknown): Field | undefined => {
    if (typeof name !== 'string' || name === '') return undefined
    if (!fields.has(name)) fields.set(name, { labels: new Set(), values: new Map(), questions: new Set() })
    return fields.get(name)
  }
  for (const [key, question] of Object.entries(questionsOf(document)))
    for (const answer of Object.values(record(record(question)['answers']))) {
      const { backend_field_name, backend_field_value: value, label, options } = record(answer)
      const asked = textOf(record(question)['label']) || textOf(label)
      const field = fieldNamed(backend_field_name)
      field?.labels.add(asked)
      field?.questions.add(key)
      // A consent’s text is not a value for comparisons.
      if (typeof value === 'string' && value.length <= LONGEST_VALUE)
        field?.values.set(value, textOf(label) || value)
      for (const option of list(options)) {
        const { text, backend_field_value, field: own } = record(option)
        if (typeof backend_field_value === 'string') field?.values.set(backend_field_value, textOf(text))
        const ticked = fieldNamed(own)
        ticked?.labels.add(COMPLETION.ticked(asked, textOf(text)))
        ticked?.questions.add(key)
        for (const word of ['yes', 'no'])
          ticked?.values.set(word, COMPLETION.tick[word as 'yes' | 'no'](textOf(text)))
      }
    }
  for (const [name, computed] of Object.entries(record(valueAt(document, ['ui_config', 'fields']))))
    Object.assign(fieldNamed(name) ?? {}, { compute: textOf(record(computed)['compute']) })
  return fields
})

const LONGEST_VALUE = 80

interface PlacedStep {
  /** ID: offer/step. */
  id: string
  /** Keys of the questions that it asks. */
  asks: string[]
}

function stepsOf(document: unknown): readonly PlacedStep[] {
  return typeof document === 'object' && document !== null ? stepsIn(document) : []
}

const stepsIn = once((document: object): readonly PlacedStep[] =>
  Object.entries(record(valueAt(document, ['ui_config', 'offers']))).flatMap(([offer, one]) =>
    list(record(one)['steps']).map((step) => ({
      id: `${offer}/${textOf(record(step)['name'])}`,
      asks: elementsOf(step).map((element) => textOf(element['question_key'])),
    })),
  ),
)

/** True in the rules of what an end shows, which may also look at the outcome of a lead. */
function isOfEnd(at: Path): boolean {
  return at.includes('conditions') && at.includes('questions')
}

function outcomeFields(buyers: unknown): Name[] {
  return [
    { name: RESULT_FIELD, about: COMPLETION.outcome },
    ...Object.entries(record(buyers)).map(([key, buyer]) => ({
      name: BUYER_FIELD + key,
      about: COMPLETION.outcomeAt(textOf(record(buyer)['name'])),
    })),
  ]
}

function named(members: unknown, about: (member: Record<string, unknown>) => string): Name[] {
  return Object.entries(record(members)).map(([name, member]) => ({ name, about: about(record(member)) }))
}

function questionsOf(document: unknown): Record<string, unknown> {
  return record(valueAt(document, ['constants_config', 'questions']))
}

function answerText({ label, backend_field_name, backend_field_value }: Record<string, unknown>): string {
  const value = textOf(backend_field_value)
  return COMPLETION.answer(
    textOf(label),
    textOf(backend_field_name),
    value.length > LONGEST_VALUE ? '' : value,
  )
}

function stepText(document: unknown, step: unknown): string {
  const { title, type } = record(step)
  const [key = ''] = elementsOf(step).flatMap(({ question_key }) => textOf(question_key) || [])
  return COMPLETION.step(
    textOf(title) || textOf(record(questionsOf(document)[key])['label']),
    type === 'hidden',
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
