import type { ImportNote } from './reading.ts'

/** Notes of one kind: they have one hint. */
export interface NoteGroup {
  hint: string
  notes: readonly ImportNote[]
}

/** Notes by kind, in the order of the first of each, with what concerns the whole form last. */
export function groupedNotes(notes: readonly ImportNote[]): NoteGroup[] {
  const groups = [...Map.groupBy(notes, ({ hint }) => hint)].map(([hint, notes]) => ({ hint, notes }))
  const isWhole = ({ notes: [first] }: NoteGroup) => first!.at === ''
  return [...groups.filter((group) => !isWhole(group)), ...groups.filter(isWhole)]
}
