import { Text } from '@mantine/core'
import type { ImportNote } from '../../../author/import/importForm.ts'
import { IMPORT } from './importScreen.ts'

/** Lost parts of a form, each with its place and the steps to take by hand. */
export function NoteList({ notes, label }: { notes: readonly ImportNote[]; label: string }) {
  return (
    <ul className="problems form-notes" tabIndex={0} aria-label={label}>
      {notes.map(({ at, message, hint }) => (
        <li key={`${at} ${message}`}>
          <Text size="sm">{message}</Text>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          <Text size="xs" c="dimmed">
            {at === '' ? IMPORT.whole : <code>{at}</code>}
          </Text>
        </li>
      ))}
    </ul>
  )
}
