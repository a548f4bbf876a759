import type { ErrorObject } from 'ajv'
import type { Problem } from '../../../schemas/author/problem.ts'
import { nearest } from '../kernel/nearest.ts'
import { asItStands, EXPLANATIONS, type Meant } from './wording.ts'

type Path = Problem['at']

/** Rewords ajv's errors (`allErrors`, `verbose`) about the value at `at` for authors: one problem per mistake. */
export function explain(errors: readonly ErrorObject[], at: Path): Problem[] {
  const unions = new Set(errors.flatMap((error) => (error.keyword === 'anyOf' ? placeOf(error) : [])))
  // A constant implies its type, so the error about the type is redundant.
  const fixed = new Set(errors.flatMap((error) => (error.keyword === 'const' ? error.instancePath : [])))
  const causes = errors.filter(
    (error) => !isWithin(error, unions) && !(error.keyword === 'type' && fixed.has(error.instancePath)),
  )
  const { meanings, mended } = misspelt(causes)
  return causes
    .filter((error) => !mended.has(error))
    .map((error) => {
      const place = [...at, ...pathOf(error)]
      const explanation = EXPLANATIONS[error.keyword] ?? asItStands
      const { key, ...problem } = explanation(error, place, meanings.get(error))
      return { ...problem, at: key === undefined ? place : [...place, key] }
    })
}

/** Finds what each unknown key was meant to be, and the errors that a correction would fix too. A key may be misspelled, have another
 *  name in other tools, or be in the wrong place. */
function misspelt(causes: readonly ErrorObject[]): {
  meanings: Map<ErrorObject, Meant>
  mended: Set<ErrorObject>
} {
  const meanings = new Map<ErrorObject, Meant>()
  const mended = new Set<ErrorObject>()
  const required = causes.filter(({ keyword }) => keyword === 'required')
  const missing = Map.groupBy(required, ({ instancePath }) => instancePath)
  const anywhere = Map.groupBy(required, missingKey)
  for (const error of causes) {
    const properties = error.parentSchema?.['properties'] as object | undefined
    if (error.keyword !== 'additionalProperties' || !properties) continue
    const key = String(error.params['additionalProperty'])
    const here = missing.get(error.instancePath) ?? []
    const absent = Object.keys(properties).filter((one) => !Object.hasOwn(error.data as object, one))
    const word = keyMeantBy(key, here.map(missingKey), absent)
    const [away, another] = anywhere.get(key) ?? []
    if (word !== undefined) meanings.set(error, { word })
    else if (away && !another) meanings.set(error, { into: pathOf(away).at(-1) ?? null })
    const mends =
      word === undefined ? (another ? undefined : away) : here.find((one) => missingKey(one) === word)
    if (mends) mended.add(mends)
  }
  return { meanings, mended }
}

function missingKey({ params }: ErrorObject): string {
  return String(params['missingProperty'])
}

function keyMeantBy(key: string, missing: readonly string[], absent: readonly string[]): string | undefined {
  const elsewhere = Object.hasOwn(KEYS_ELSEWHERE, key) ? KEYS_ELSEWHERE[key] : undefined
  return (
    nearest(key, missing) ??
    elsewhere?.find((one) => missing.includes(one)) ??
    nearest(key, absent) ??
    missing.find((one) => one.startsWith(key)) ??
    elsewhere?.find((one) => absent.includes(one))
  )
}

/** Keys that authors know from other tools, with their names here. */
const KEYS_ELSEWHERE: Record<string, string[]> = {
  value: ['arg', 'backend_field_value'],
  label: ['text'],
  name: ['text'],
  operator: ['condition'],
  op: ['condition', 'operator'],
  comparison: ['condition'],
  question: ['question_key'],
  answer: ['answer_id'],
  id: ['answer_id'],
  rules: ['display_rules'],
  conditions: ['display_rules'],
  actions: ['execute_actions'],
  elements: ['questions'],
  placeholder: ['hint'],
  description: ['hint'],
  url: ['link'],
  href: ['link'],
}

function placeOf({ instancePath, schemaPath }: ErrorObject): string {
  return `${instancePath} ${schemaPath}`
}

/** True if the error is inside a branch of a union that has an error of its own. */
function isWithin(error: ErrorObject, unions: ReadonlySet<string>): boolean {
  if (unions.size === 0) return false
  const values = beginnings(error.instancePath)
  const schemas = beginnings(error.schemaPath).filter((schemaPath) => schemaPath !== error.schemaPath)
  return values.some((value) => schemas.some((schema) => unions.has(`${value} ${schema}`)))
}

/** '/a/b': '', '/a' and '/a/b'. */
function beginnings(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** JSON Pointer, with list indices as numbers. */
function pathOf({ instancePath }: ErrorObject): Path {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
