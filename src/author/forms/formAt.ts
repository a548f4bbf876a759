import { namingAt, type Naming } from '../complete/nameKinds.ts'
import type { Path } from '../complete/cursor.ts'
import { declaredAt, list, record, shapesAt, valueAt } from '../complete/shapes.ts'
import { isMap, isObject, kindAt, NEXT, type Choice, type Kind, type Looking } from './fieldKinds.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { labelAt, wordsOf, wordsOfEntry } from './labels.ts'

/** Field for one place of an object: a text, a number, a choice, or several choices. */
export interface FormField {
  key: string
  label: string
  about: string
  kind: Extract<Kind, { kind: 'text' | 'number' | 'yes_no' | 'choice' | 'texts' }>
  /** Undefined if it is not set. */
  value: unknown
  isRequired: boolean
  /** True if it stays in the form without a value, so that it has no button to remove it. */
  isFixed?: boolean
  /** Default while it is not set. */
  fallback?: unknown
  /** Kind of names that it takes. */
  naming: Naming | null
}

/** An object within the object, with its own form. */
export interface FormPart {
  at: Path
  label: string
  about: string
  isRequired: boolean
}

/** A list or map of objects that each have a form of their own. */
export interface FormList {
  at: Path
  label: string
  about: string
  /** True for a map, where the author chooses the keys of entries. */
  isMap: boolean
  entries: { at: Path; label: string; hasForm: boolean }[]
}

/** A member that may be added. */
export interface FormOption {
  key: string
  label: string
  about: string
  /** True if it is a field of this form, false if it has forms of its own. */
  isField: boolean
}

/** Form for one object of a flow. */
export interface Form {
  at: Path
  title: string
  about: string
  fields: FormField[]
  parts: FormPart[]
  lists: FormList[]
  options: FormOption[]
  /** Number of fields left out: in a map of texts, those far from the cursor. */
  leftOut: number
}

/** Form for the object at `at`. `near` is the member with the cursor; `opened` lists fields to show although they are not set. */
export function formAt(looking: Looking, at: Path, { near, opened = [] }: Showing = {}): Form {
  const { schema, document } = looking
  const shapes = shapesAt(schema, document, at)
  const members = record(valueAt(document, at))
  const form: Form = {
    at,
    title: labelAt(document, at),
    about: descriptionAt(looking, at),
    fields: [],
    parts: [],
    lists: [],
    options: [],
    leftOut: 0,
  }
  if (isMap(shapes) && isObject(shapesAt(schema, document, [...at, 'x']))) {
    form.lists.push(listAt(looking, at, true))
    return form
  }
  const required = shapes.map((shape) => new Set(shape.required))
  const isRequired = (key: string) => required.length > 0 && required.every((keys) => keys.has(key))
  const known = shapes.flatMap(({ properties = {} }) => Object.keys(properties))
  const [written, leftOut] = aroundMember(Object.keys(members), near)
  form.leftOut = leftOut
  const keys = new Set([...known, ...written])
  for (const key of [...keys].sort((a, b) => Number(isRequired(b)) - Number(isRequired(a)))) {
    const place = [...at, key]
    const value = Object.hasOwn(members, key) ? members[key] : undefined
    const kind = kindAt(looking, place, value)
    const texts = { label: isMap(shapes) ? key : settingLabel(at, key), about: descriptionAt(looking, place) }
    const isField = !['part', 'list', 'map'].includes(kind.kind)
    const isShown = value !== undefined || isRequired(key) || (isField && opened.includes(key))
    if (kind.kind === 'choice' && kind.choices.length === 1 && kind.choices[0]!.value === value) continue
    if (!isShown) form.options.push({ key, ...texts, isField })
    else if (kind.kind === 'part') form.parts.push({ at: place, ...texts, isRequired: isRequired(key) })
    else if (kind.kind === 'list' || kind.kind === 'map')
      form.lists.push(listAt(looking, place, kind.kind === 'map'))
    else form.fields.push(fieldOf(looking, place, { kind, value, isRequired: isRequired(key), ...texts }))
  }
  if (typeof members['question_key'] === 'string') addAsked(form, looking, members)
  return form
}

/** Name of a member in its form. Some have another one in a step. */
function settingLabel(at: Path, key: string): string {
  const isStep = at.length === 5 && at[1] === 'offers' && at[3] === 'steps'
  return isStep && Object.hasOwn(FORM.plainOfStep, key)
    ? FORM.plainOfStep[key as keyof typeof FORM.plainOfStep]
    : wordsOf(key)
}

export interface Showing {
  near?: string | undefined
  opened?: readonly string[]
}

/** Limit of fields; only maps of texts exceed it. */
const MOST_FIELDS = 60

/** Keys around the one at the cursor, and the number of others. */
function aroundMember(keys: readonly string[], near: string | undefined): [string[], number] {
  if (keys.length <= MOST_FIELDS) return [[...keys], 0]
  const start = Math.max(0, keys.indexOf(near ?? '') - MOST_FIELDS / 4)
  const shown = keys.slice(start, start + MOST_FIELDS)
  return [shown, keys.length - shown.length]
}

function fieldOf(
  { schema, document }: Looking,
  at: Path,
  known: Pick<FormField, 'kind' | 'value' | 'isRequired' | 'label' | 'about'>,
): FormField {
  const fallback = declaredAt(schema, document, at)[0]?.default
  const named = known.kind.kind === 'texts' ? [...at, NEXT] : at
  const choices = 'choices' in known.kind ? known.kind.choices : []
  return {
    ...known,
    key: String(at.at(-1)),
    about: withoutChoices(known.about, choices),
    ...(fallback !== undefined && { fallback }),
    naming: namingAt(document, named),
  }
}

/** Description without its list of allowed words, which are shown beside each choice. */
function withoutChoices(about: string, choices: readonly Choice[]): string {
  // If each word has its own description, this is one of them.
  if (choices.some((choice) => choice.about === about)) return ''
  const starts = choices
    .map(({ value }) => ` ${about}`.indexOf(` ${String(value)}: `))
    .filter((at) => at >= 0)
  return starts.length === 0 ? about : about.slice(0, Math.min(...starts)).trimEnd()
}

function descriptionAt({ schema, document }: Looking, at: Path): string {
  const [found] = declaredAt(schema, document, at).flatMap(({ description }) => description ?? [])
  if (found !== undefined) return found
  return shapesAt(schema, document, at).find(({ description }) => description)?.description ?? ''
}

function listAt(looking: Looking, at: Path, isMap: boolean): FormList {
  const { document } = looking
  const value = valueAt(document, at)
  const keys = isMap ? Object.keys(record(value)) : list(value).map((_, index) => index)
  return {
    at,
    label: wordsOf(String(at.at(-1) ?? '')),
    about: descriptionAt(looking, at),
    isMap,
    entries: keys.map((key) => {
      const place = [...at, key]
      const entry = valueAt(document, place)
      const words = wordsOfEntry(document, entry)
      return {
        at: place,
        label: isMap ? [key, words].filter(Boolean).join(' – ') : labelAt(document, place),
        hasForm: record(entry) === entry,
      }
    }),
  }
}

/** Adds links from an element to its question and answer, which are elsewhere in the flow. */
function addAsked(form: Form, looking: Looking, { question_key, answer_id }: Record<string, unknown>): void {
  const question: Path = ['constants_config', 'questions', String(question_key)]
  const answer: Path = [...question, 'answers', String(answer_id)]
  const asked = { [FORM.question]: question, [FORM.answer]: answer }
  for (const [label, at] of Object.entries(asked)) {
    const value = record(valueAt(looking.document, at))
    if (Object.keys(value).length === 0) continue
    form.parts.push({ at, label, about: wordsOfEntry(looking.document, value), isRequired: true })
    if (Array.isArray(value['options'])) form.lists.push(listAt(looking, [...at, 'options'], false))
  }
}
