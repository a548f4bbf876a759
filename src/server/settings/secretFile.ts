import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TSchema } from 'typebox'
import type { Located, Problem } from '../../../schemas/problem.ts'
import { readSource } from '../../author/document/place.ts'
import { SECRET_FILE } from '../../texts/wrongSettings.ts'

/** The JSON file that a setting names, which holds secrets. Throws one error that lists everything wrong with it, each with line
 *  and column, and never a value of it. `refuse` does so for what the schema cannot say; it returns when there is nothing. */
export function readSecretFile<S extends TSchema>(
  file: string,
  { setting, schema }: { setting: string; schema: S },
): { document: Static<S>; refuse: (problems: readonly Problem[]) => void } {
  const refuseLocated = (problems: readonly Located[]) => {
    if (problems.length === 0) return
    const lines = problems.map(
      ({ line, column, message, hint }) =>
        `${setting}: ${file}:${line}:${column}  ${[message, hint].join(' ').trim()}`,
    )
    throw new Error(lines.join('\n'))
  }
  const { problems, document, locate } = readSource(bytesOf(file, setting))
  refuseLocated(problems)
  refuseLocated(refusedBy(schema, document).map(locate))
  return {
    document: document as Static<S>,
    refuse: (wrong) => refuseLocated(wrong.map(locate)),
  }
}

/** What a schema refuses of a document, whose defaults it fills in. */
export function refusedBy(schema: TSchema, document: unknown): Problem[] {
  const valid = new Ajv({ allErrors: true, useDefaults: true, allowUnionTypes: true }).compile(schema)
  return valid(document) ? [] : (valid.errors ?? []).map((error) => problemOf(error))
}

function bytesOf(file: string, setting: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `${setting}: ${code === 'ENOENT' ? SECRET_FILE.absent(file) : SECRET_FILE.unreadable(file)}.`,
    )
  }
}

/** What the schema refuses, in words: where it stands, and what would be right. `whole`: what is said of all of it. */
export function problemOf(
  { keyword, instancePath, params, message = 'is not valid' }: ErrorObject,
  whole: string = SECRET_FILE.file,
): Problem {
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, string & string[]>
  const within = instancePath.split('/').slice(1)
  const name = (at: string[]) => at.join('.') || whole
  if (additionalProperty !== undefined) {
    const at = [...within, additionalProperty]
    return {
      code: 'unknown_key',
      at,
      message: SECRET_FILE.unknownKey(name(at)),
      hint: SECRET_FILE.checkSpelling,
    }
  }
  if (missingProperty !== undefined)
    return {
      code: keyword,
      at: within,
      message: SECRET_FILE.lacks(name(within), missingProperty),
      hint: SECRET_FILE.add,
    }
  const hint = allowedValues === undefined ? '' : SECRET_FILE.oneOf(allowedValues.join(', '))
  return { code: keyword, at: within, message: `${name(within)} ${message}.`, hint }
}
