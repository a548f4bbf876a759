import { AT_MOST } from '../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from './importNotes.ts'
import type { AskedOption } from './foreignForm.ts'
import type { Reading, Said } from './reading.ts'

/** One choice, and its names in the form's logic. */
export interface Choice {
  refs: readonly string[]
  option: AskedOption
}

/** Choices of a question that differ here both in label and in recorded value. */
export function choicesOf(
  given: readonly { value: string; said: Said | string; refs: readonly string[]; at: string }[],
  at: string,
  reading: Reading,
): Choice[] {
  const texts = new Set<string>()
  const values = new Set<string>()
  return given.slice(0, AT_MOST.options).flatMap(({ value, said, refs, at: place }): Choice[] => {
    const text = reading.line(said, place || at)
    const recorded = value.trim().slice(0, AT_MOST.value) || text
    if (text === '' || texts.has(text) || values.has(recorded)) {
      reading.note(place || at, IMPORT_NOTES.noLabel)
      return []
    }
    texts.add(text)
    values.add(recorded)
    return [{ refs: [...refs.filter((ref) => ref !== ''), value], option: { text, value: recorded } }]
  })
}
