import { readFile } from 'node:fs/promises'
import { readSource } from '../../author/document/place.ts'
import type { Place } from '../../../schemas/author/problem.ts'
import type { Static } from 'typebox'
import { refusal } from '../kernel/failure.ts'

/** Buyers as a person wrote them, in the format of BUYERS_FILE; secrets may be empty. */
export interface BuyerDocuments {
  buyers: [key: string, document: Record<string, unknown>][]
  /** Problem at a place in the file, as one line that an editor can follow. */
  wrongAt: (at: Static<typeof Place>, message: string) => string
}

/** Throws one error with all problems of the file's form. It doesn't repeat values, because they may be secrets. */
export async function readBuyerDocuments(file: string): Promise<BuyerDocuments> {
  const { problems, document, locate } = readSource(await readFile(file))
  const wrongAt: BuyerDocuments['wrongAt'] = (at, message) => {
    const { line, column } = locate({ code: 'bad_buyer', at, message, hint: '' })
    return `${file}:${line}:${column}  ${message}`
  }
  const lines = problems.map(
    ({ line, column, message, hint }) => `${file}:${line}:${column}  ${message} ${hint}`,
  )
  if (lines.length > 0) throw refusal('failed', lines.join('\n'))
  const buyers = isObject(document) ? document['buyers'] : undefined
  if (!isObject(buyers) || !Object.values(buyers).every(isObject))
    throw refusal('failed', wrongAt([], 'The file must look like BUYERS_FILE: {"buyers": {KEY: {…}}}.'))
  return { buyers: Object.entries(buyers as Record<string, Record<string, unknown>>), wrongAt }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
