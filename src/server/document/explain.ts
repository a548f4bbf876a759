import type { ErrorObject } from 'ajv'
import type { Problem } from '../../../schemas/problem.ts'
import { nearest } from '../../flow/check/nearest.ts'
import { asItStands, EXPLANATIONS } from './wording.ts'

type Path = Problem['at']

/** ajv's errors (`allErrors`, `verbose`) about the value at `at`, in an author's words: one problem per mistake. */
export function explain(errors: readonly ErrorObject[], at: Path): Problem[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const causes = errors.filter(
    (error) => !unions.some((union) => isWithin(error, union)) && !isOfConst(error, errors),
  )
  const misspelt = causes.flatMap((error) => asMisspelt(error, causes))
  return causes
    .filter((error) => !misspelt.some(({ missing }) => missing === error))
    .map((error) => {
      const place = [...at, ...pathOf(error)]
      const meant = misspelt.find(({ unknown }) => unknown === error)?.meant
      const { code, message, hint, key } = (EXPLANATIONS[error.keyword] ?? asItStands)(error, place, meant)
      return { code, at: key === undefined ? place : [...place, key], message, hint }
    })
}

/** What must be one value must be of its type as well: that value says it all. */
function isOfConst({ keyword, instancePath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  return (
    keyword === 'type' &&
    all.some((other) => other.keyword === 'const' && other.instancePath === instancePath)
  )
}

/** An unknown key that is a slip of one that belongs there, or the beginning of one that is missing.
 *  When the one it stands for is missing, the two errors are one mistake. */
function asMisspelt(error: ErrorObject, all: readonly ErrorObject[]) {
  if (error.keyword !== 'additionalProperties' || !error.parentSchema?.['properties']) return []
  const here = all.filter(({ instancePath }) => instancePath === error.instancePath)
  const required = here.filter(({ keyword }) => keyword === 'required')
  const missingKeys = required.map(({ params }) => String(params['missingProperty']))
  const absent = Object.keys(error.parentSchema['properties']).filter(
    (key) => !Object.hasOwn(error.data as object, key),
  )
  const key = String(error.params['additionalProperty'])
  const begun = missingKeys.find((missing) => missing.startsWith(key))
  const meant = nearest(key, missingKeys) ?? nearest(key, absent) ?? begun
  if (meant === undefined) return []
  return [{ unknown: error, meant, missing: required[missingKeys.indexOf(meant)] }]
}

function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error !== union &&
    error.instancePath.startsWith(union.instancePath) &&
    error.schemaPath.startsWith(`${union.schemaPath}/`)
  )
}

/** JSON Pointer, with list indices as numbers. */
function pathOf({ instancePath }: ErrorObject): Path {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
