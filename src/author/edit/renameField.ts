import type { Edit } from 'jsonc-parser'
import type { Path } from '../complete/cursor.ts'
import { mentionsIn, mentionsNaming, renaming, type Named } from '../complete/mentions.ts'
import { openText } from '../complete/openText.ts'
import { record, valueAt } from '../complete/shapes.ts'
import { NAMED_FIELDS } from '../../flow/answers/computedFields.ts'
import { RENAME_NOTES } from './renameNotes.ts'
import { linesOf, type TextLine } from './textLines.ts'

/** Fields that a flow records or computes, in the order of its text. */
export function fieldsIn(text: string): string[] {
  const declared = mentionsIn(openText(text)).filter(
    ({ naming, declares, name }) => declares && naming.kind === 'field' && name !== '',
  )
  return [...new Set(declared.map(({ name }) => name))]
}

/** Lines that name a field. */
export function linesNaming(text: string, field: string): TextLine[] {
  return linesOf(
    text,
    mentionsNaming(text, fieldNamed(field)).map(({ from }) => from),
  )
}

/** Field recorded by the part at `at` or around it: an answer, an element that asks for it, or a computed field. */
export function fieldAt(document: unknown, at: Path): string | undefined {
  const { backend_field_name: own, field, question_key, answer_id } = record(valueAt(document, at))
  const answer: Path = ['constants_config', 'questions', String(question_key), 'answers', String(answer_id)]
  const asked = record(valueAt(document, answer))['backend_field_name']
  const found = [own, asked, field].find((each) => typeof each === 'string')
  if (typeof found === 'string') return found
  return at.length > 0 ? fieldAt(document, at.slice(0, -1)) : undefined
}

/** Edits that rename a field, or the reason why that is impossible. */
export function renameField(text: string, field: string, name: string): Edit[] | { refusal: string } {
  if (name === field) return { refusal: RENAME_NOTES.same }
  const renamed = renaming(text, fieldNamed(field), name)
  if (!Array.isArray(renamed))
    return { refusal: renamed === 'taken' ? RENAME_NOTES.taken(name) : RENAME_NOTES.rule }
  return renamed.map(({ from, to, text: content }) => ({ offset: from, length: to - from, content }))
}

/** Fields that leads give in more forms than their value, by their name: src/server/leads/leadPayload.ts. */
export const READ_BY_NAME = ['phone', 'dob', 'gender'] as const

/** Warnings for a rename that changes how readers of leads understand a field. */
export function nameWarnings(field: string, name: string): string[] {
  const known = READ_BY_NAME.find((each) => each === field)
  const becomes = READ_BY_NAME.find((each) => each === name)
  return [
    ...(known ? [RENAME_NOTES.readByName[known]] : []),
    ...(becomes ? [RENAME_NOTES.becomesReadByName[becomes]] : []),
    ...(Object.hasOwn(NAMED_FIELDS, field) ? [RENAME_NOTES.partners(field)] : []),
  ]
}

/** Places outside the text that a rename does not change. */
export function outsideOf(field: string): string[] {
  return [RENAME_NOTES.published(field), RENAME_NOTES.buyers(field), RENAME_NOTES.scripts(field)]
}

function fieldNamed(name: string): Named {
  return { naming: { kind: 'field' }, name }
}
