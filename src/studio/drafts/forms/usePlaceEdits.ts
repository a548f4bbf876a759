import { useMemo } from 'react'
import schemaFile from '../../../../schemas/json/flow.schema.json'
import type { Path } from '../../../author/complete/cursor.ts'
import { namesFor, type Name } from '../../../author/complete/flowNames.ts'
import type { Shape } from '../../../author/complete/shapes.ts'
import type { FormField, FormList } from '../../../author/forms/formAt.ts'
import { nodeAt, offsetAt } from '../../../author/forms/formPlaces.ts'
import { orderOffer } from '../../../author/edit/orderOffer.ts'
import type { ReadText } from '../../../author/forms/readText.ts'
import { skeletonsAt, wordsWith, type Skeleton } from '../../../author/forms/skeletons.ts'
import { editsFor, editsToMove, type Change } from '../../../author/forms/textEdits.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { readDoc } from '../edits/useFlowText.ts'

export const SCHEMA = schemaFile as unknown as Shape

/** Edits that the form of the object at `at` makes in the text; none while that is not JSON. */
export interface PlaceEdits {
  setField: (field: FormField, value: unknown) => void
  leaveOut: (field: FormField) => void
  /** Adds a part or a list that does not exist, and returns it. */
  addMember: (key: string) => unknown
  addEntry: (list: FormList, key: string | number, skeleton: Skeleton) => Path
  remove: (at: Path) => void
  /** Moves the entry of a list to another index. */
  move: (at: Path, to: number) => void
  namesOf: (field: FormField) => Name[]
  /** Moves the cursor there, or to the object around it if it does not exist. */
  open: (at: Path) => void
}

export function usePlaceEdits(editor: EditorHandle, place: string): PlaceEdits {
  return useMemo(() => placeEdits(editor, JSON.parse(place) as Path), [editor, place])
}

function placeEdits(editor: EditorHandle, at: Path): PlaceEdits {
  const current = (): ReadText | null => {
    const read = readDoc(editor.look().doc)
    return 'fault' in read ? null : read
  }
  const change = (changes: readonly Change[], field?: string) => {
    const read = current()
    if (read) editor.change(editsFor(read, changes), field)
  }
  const addAt = (place: Path, value: unknown) => change([{ at: place, value }])
  return {
    setField(field, value) {
      const next = valueOf(field, value)
      const words = wordsWith(SCHEMA, at, { key: field.key, value: next })
      const changes = [
        { at: [...at, field.key], value: next },
        ...Object.entries(words).map(([key, word]) => ({ at: [...at, key], value: word })),
      ]
      const isTyped = ['text', 'number', 'texts'].includes(field.kind.kind)
      change(changes, isTyped ? JSON.stringify([...at, field.key]) : undefined)
    },
    leaveOut: ({ key }) => change([{ at: [...at, key], value: undefined }]),
    addMember(key) {
      const read = current()
      const [skeleton] = read ? skeletonsAt({ schema: SCHEMA, document: read.document }, [...at, key]) : []
      addAt([...at, key], skeleton?.value)
      return skeleton?.value
    },
    addEntry(list, key, { value }) {
      const read = current()
      if (read && !nodeAt(read.root, list.at)) addAt(list.at, list.isMap ? { [key]: value } : [value])
      else if (read) {
        const isOffer = list.at.join('/') === 'ui_config/offers'
        const ordered = isOffer ? orderOffer(read, String(key)) : []
        editor.change([...editsFor(read, [{ at: [...list.at, key], value }]), ...ordered])
      }
      return [...list.at, key]
    },
    remove: (place) => change([{ at: place, value: undefined }]),
    move(place, to) {
      const read = current()
      if (read) editor.change(editsToMove(read, place, to))
    },
    namesOf(field) {
      const read = current()
      if (!read || !field.naming) return []
      const { document } = read
      return namesFor(field.naming, { document, schema: SCHEMA, at: [...at, field.key] })
    },
    open(place) {
      const read = current()
      const offsets = read ? place.map((_, depth) => offsetAt(read, place.slice(0, depth + 1))) : []
      editor.select(offsets.findLast((offset) => offset !== undefined) ?? 0)
    },
  }
}

/** Value to write for an input: an emptied optional text is removed; a number stays a number, if it keeps
 *  its digits. */
function valueOf({ isRequired, value: before }: FormField, value: unknown): unknown {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty && !isRequired) return undefined
  const isPlain = typeof value === 'string' && String(Number(value)) === value
  return isPlain && typeof before === 'number' ? Number(value) : value
}
