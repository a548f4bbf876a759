import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { forEditors } from '../../../schemas/editors.ts'
import type { Located, Problem } from '../../../schemas/author/problem.ts'
import { AnswerScript } from '../../../schemas/author/script.ts'
import { explain } from './explainErrors.ts'
import { readSource } from './place.ts'

/** An answer script, parsed. */
export interface ScriptSource {
  /** Null if it does not conform to the schema of scripts. */
  script: AnswerScript | null
  problems: Located[]
  /** Finds the line and column of a path in the script. */
  locate: (problem: Problem) => Located
}

/** Reads an answer script, its text or the bytes of its file. Shapes: schemas/author/script.ts. */
export function readScript(source: string | Uint8Array): ScriptSource {
  const { problems, document, locate } = readSource(source)
  if (document === undefined) return { script: null, problems, locate }
  validate ??= new Ajv({ allErrors: true, verbose: true }).compile<AnswerScript>(forEditors(AnswerScript))
  const script = validate(document) ? document : null
  const mistakes = script ? [] : explain(validate.errors as ErrorObject[], [])
  return { script, problems: [...problems, ...mistakes.map(locate)], locate }
}

let validate: ValidateFunction<AnswerScript> | undefined
