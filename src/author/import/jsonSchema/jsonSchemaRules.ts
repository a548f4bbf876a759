import { declinedField, givenBy, type ForeignQuestion } from '../foreignForm.ts'
import {
  isObject,
  listIn,
  member,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  textOf,
  type Json,
} from '../foreignJson.ts'
import { constant } from './jsonSchemaFields.ts'
import { all, answered, any, joinedIfSaid, MOST_COMPARISONS, not, unanswered, type When } from '../when.ts'

/** One property of an object, with the condition for asking it. */
export interface Part {
  name: string
  /** Place within the object. */
  at: string
  schema: Json
  required: boolean
  /** Condition for asking it, from how the other properties are asked; undefined if rules cannot express it. */
  when: (askedAs: AskedAs) => When | undefined
  /** The condition as the file has it; empty if it has none. */
  says: string
  /** True if several conditions give it several shapes. The first one is used. */
  isTwice?: boolean
}

type AskedAs = (name: string) => ForeignQuestion | undefined

/** Properties of an object: its own, then those that depend on others, each once. */
export function conditionalParts(schema: Json, root: Json): Part[] {
  const parts = new Map<string, Part>()
  const add = (part: Part) => {
    const known = parts.get(part.name)
    if (!known) return void parts.set(part.name, part)
    if (known.says === '' || part.schema === known.schema) return
    parts.set(part.name, {
      ...known,
      when: (askedAs) => eitherOf([known.when(askedAs), part.when(askedAs)]),
      says: `${known.says} ${part.says}`,
      isTwice: known.isTwice === true || JSON.stringify(known.schema) !== JSON.stringify(part.schema),
    })
  }
  for (const branch of branchesOf(schema, root)) {
    const required = new Set(listIn(branch.schema, 'required').map(textOf))
    for (const [name, value] of Object.entries(objectIn(branch.schema, 'properties')))
      if (isObject(value) && !(branch.by ?? []).includes(name))
        add({
          name,
          at: `${branch.at}properties.${name}`,
          schema: value,
          required: required.has(name),
          when: branch.when,
          says: branch.says,
        })
  }
  return [...parts.values()]
}

/** Properties of an object that are required only on a condition. */
export function conditionallyRequired(
  schema: Json,
  root: Json,
): { name: string; says: string; at: string }[] {
  const branches = branchesOf(schema, root)
  const dependent = branches.flatMap(({ schema, at }) =>
    ['dependencies', 'dependentRequired'].flatMap((word) =>
      Object.entries(objectIn(schema, word)).flatMap(([by, names]) =>
        Array.isArray(names)
          ? names.map((name) => ({ name: textOf(name), says: `${by} is answered`, at: `${at}${word}.${by}` }))
          : [],
      ),
    ),
  )
  const named = branches
    .filter(({ says }) => says !== '')
    .flatMap(({ schema, says, at }) =>
      listIn(schema, 'required')
        .map(textOf)
        .filter((name) => !Object.hasOwn(objectIn(schema, 'properties'), name))
        .map((name) => ({ name, says, at: `${at}required` })),
    )
  return [...dependent, ...named]
}

function eitherOf(parts: readonly (When | undefined)[]): When | undefined {
  return joinedIfSaid('any', parts)
}

interface Branch {
  schema: Json
  at: string
  when: Part['when']
  says: string
  /** Properties that decide, which it does not ask for. */
  by?: readonly string[]
}

/** The object itself, and each of its parts that apply on a condition. */
function branchesOf(schema: Json, root: Json, at = '', depth = 0): Branch[] {
  if (depth > DEEPEST) return []
  return [
    { schema, at, when: () => true, says: '' },
    ...dependencies(schema, root, at),
    ...ifThenElse(schema, root, at),
    ...listIn(schema, 'allOf').flatMap((part, index) =>
      isObject(part) ? branchesOf(resolved(part, root), root, `${at}allOf[${index}].`, depth + 1) : [],
    ),
  ]
}

/** Dependencies: drafts up to 7 use one name, later ones another. */
function dependencies(schema: Json, root: Json, at: string): Branch[] {
  return ['dependencies', 'dependentSchemas'].flatMap((word) =>
    Object.entries(objectIn(schema, word)).flatMap(([name, value]): Branch[] => {
      if (!isObject(value)) return []
      const dependent = resolved(value, root)
      const place = `${at}${word}.${name}.`
      const given: Part['when'] = (askedAs) => {
        const asked = askedAs(name)
        return asked && givenBy(asked)
      }
      const cases = listIn(dependent, 'oneOf').flatMap((branch, index): Branch[] => {
        if (!isObject(branch)) return []
        const of = resolved(branch, root)
        const decides = objectIn(objectIn(of, 'properties'), name)
        return [
          {
            schema: of,
            at: `${place}oneOf[${index}].`,
            by: [name],
            says: inShort({ [name]: decides }),
            when: (askedAs) => {
              const asked = askedAs(name)
              const fits = asked && fitting(decides, asked)
              return asked && fits !== undefined ? all(givenBy(asked), fits) : undefined
            },
          },
        ]
      })
      return [
        { schema: dependent, at: place, when: given, says: `${name} is answered`, by: [name] },
        ...cases,
      ]
    }),
  )
}

function ifThenElse(schema: Json, root: Json, at: string): Branch[] {
  const condition = member(schema, 'if')
  if (!isObject(condition)) return []
  const says = inShort(condition)
  return (['then', 'else'] as const).flatMap((word): Branch[] => {
    const branch = member(schema, word)
    if (!isObject(branch)) return []
    const when: Part['when'] = (askedAs) => {
      const holds = holding(resolved(condition, root), askedAs, 0)
      return holds === undefined || word === 'then' ? holds : not(holds)
    }
    return [{ schema: resolved(branch, root), at: `${at}${word}.`, when, says: `${word}: ${says}` }]
  })
}

const DEEPEST = 10

/** Condition that an object fits a schema; undefined if rules cannot express it. A property that is absent fits anything. */
function holding(schema: Json, askedAs: AskedAs, depth: number): When | undefined {
  if (depth > DEEPEST) return undefined
  const parts: (When | undefined)[] = []
  for (const [word, value] of Object.entries(schema)) {
    if (word === 'properties')
      for (const [name, of] of Object.entries(objectIn(schema, word))) {
        const asked = askedAs(name)
        const fits = asked && isObject(of) ? fitting(of, asked) : undefined
        parts.push(asked && fits !== undefined ? any(not(givenBy(asked)), fits) : undefined)
      }
    else if (word === 'required')
      for (const name of listIn(schema, word).map(textOf)) {
        const asked = askedAs(name)
        parts.push(asked && givenBy(asked))
      }
    else if (word === 'allOf' || word === 'anyOf') {
      const read = listIn(schema, word).map((part) =>
        isObject(part) ? holding(part, askedAs, depth + 1) : undefined,
      )
      parts.push(joinedIfSaid(word === 'allOf' ? 'all' : 'any', read))
    } else if (word === 'not') {
      const read = isObject(value) ? holding(value, askedAs, depth + 1) : undefined
      parts.push(read === undefined ? undefined : not(read))
    } else if (word !== 'type' && word !== 'title' && word !== '$comment') parts.push(undefined)
  }
  return joinedIfSaid('all', parts)
}

/** Condition that an existing answer fits a schema; undefined if rules cannot express it. */
function fitting(schema: Json, asked: ForeignQuestion): When | undefined {
  const parts = Object.entries(schema).map(([word, value]): When | undefined => {
    if (word === 'const') return equal(value, asked)
    if (word === 'enum' && Array.isArray(value) && value.length <= MOST_COMPARISONS)
      return eitherOf(value.map((one) => equal(one, asked)))
    if (word === 'not' && isObject(value)) {
      const fits = fitting(value, asked)
      return fits === undefined ? undefined : not(fits)
    }
    if (word === 'contains' && isObject(value) && asked.as === 'any') return fitting(value, asked)
    const order = Object.hasOwn(ORDERS, word) ? ORDERS[word] : undefined
    const isNumber = asked.as === 'number' || asked.as === 'slider'
    const arg = numberIn(schema, word)
    if (order && arg !== undefined && isNumber) return { field: asked.field, condition: order, arg }
    return word === 'type' || word === 'title' || word === 'description' ? true : undefined
  })
  return joinedIfSaid('all', parts)
}

const ORDERS: Record<string, 'lt' | 'lte' | 'gt' | 'gte'> = {
  minimum: 'gte',
  maximum: 'lte',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
}

function equal(value: unknown, { field, as, options }: ForeignQuestion): When | undefined {
  if (value === null || isObject(value) || Array.isArray(value)) return undefined
  if (as === 'consent' && typeof value === 'boolean')
    return value ? answered(field) : answered(declinedField(field))
  const arg = constant(value)
  if (arg === '') return unanswered(field)
  const isChosen = as === 'one' || as === 'list' || as === 'any'
  if (isChosen && !options.some((option) => option.value === arg)) return false
  if (as === 'yes_no' && typeof value !== 'boolean') return false
  return { field, condition: 'eq', arg }
}

/** A schema with its $ref within the document resolved; circular references are dropped. */
export function resolved(schema: Json, root: Json): Json {
  let found: unknown = schema
  for (let hops = 0; hops < DEEPEST; hops++) {
    const ref = textIn(found, '$ref')
    const only = ref === '' ? onlyForm(found) : undefined
    if (ref === '' && !only) break
    const { $ref: _, [only?.word ?? '']: __, ...own } = found as Record<string, unknown>
    const named = only?.form ?? atPointer(root, ref)
    found = isObject(named) ? { ...named, ...own } : own
  }
  return textIn(found, '$ref') === '' && isObject(found) ? found : {}
}

/** The one alternative that is more than null, as generators write what may be left open. */
function onlyForm(schema: unknown): { word: string; form: Json } | undefined {
  for (const word of ['anyOf', 'oneOf']) {
    const forms = objectsIn(schema, word).map(({ value }) => value)
    const [form, ...others] = forms.filter(
      (one) => textIn(one, 'type') !== 'null' && member(one, 'const') !== null,
    )
    if (form && others.length === 0 && !('const' in form)) return { word, form }
  }
  return undefined
}

function atPointer(root: Json, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  const names = ref
    .slice(1)
    .split('/')
    .filter((name) => name !== '')
  return names.reduce<unknown>(
    (of, name) => member(of, unescaped(name).replaceAll('~1', '/').replaceAll('~0', '~')),
    root,
  )
}

/** Names in a reference may be percent-encoded. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function inShort(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
