import { Button, Select, TextInput, Textarea } from '@mantine/core'
import { DateTime } from 'luxon'
import { useState, type FormEvent } from 'react'
import type { Mark, NewNote } from '../../../schemas/reports/marks.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { MARKS } from './markWords.ts'

interface Props {
  /** Note to edit, whose words alone can change; null for a new one. */
  note: Mark | null
  /** Path of the chart; null for all. */
  path: string | null
  onSave: (note: NewNote) => Promise<unknown>
  onClose: () => void
}

const ZONE = 'America/New_York'

/** Writes a note on the charts. */
export function NoteSheet({ note, path, onSave, onClose }: Props) {
  const { isBusy, failure, run } = useAction()
  const [words, setWords] = useState(note?.words ?? '')
  const [when, setWhen] = useState(() =>
    DateTime.fromMillis(note?.at ?? Date.now(), { zone: ZONE }).toFormat("yyyy-MM-dd'T'HH:mm"),
  )
  const [forPath, setForPath] = useState(path ?? ALL)
  const [isTried, setTried] = useState(false)
  const at = DateTime.fromISO(when, { zone: ZONE })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (words.trim() === '' || !at.isValid) return
    const written = { path: forPath === ALL ? null : forPath, at: at.toMillis(), words: words.trim() }
    void run(() => onSave(written).then(onClose))
  }
  return (
    <MiddleSheet opened onClose={onClose} title={note ? MARKS.editTitle : MARKS.addTitle}>
      <form onSubmit={save} noValidate className="note-form">
        <Textarea
          label={MARKS.words}
          placeholder={MARKS.wordsExample}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          error={isTried && words.trim() === '' && MARKS.wordsWrong}
          maxLength={200}
          autosize
          minRows={2}
          data-autofocus
        />
        {!note && (
          <TextInput
            type="datetime-local"
            label={MARKS.when}
            value={when}
            onChange={({ currentTarget }) => setWhen(currentTarget.value)}
            error={isTried && !at.isValid && MARKS.whenWrong}
          />
        )}
        {!note && path !== null && (
          <Select
            label={MARKS.path}
            data={[
              { value: path, label: `/${path}` },
              { value: ALL, label: MARKS.allPaths },
            ]}
            value={forPath}
            onChange={(chosen) => chosen !== null && setForPath(chosen)}
            allowDeselect={false}
          />
        )}
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {MARKS.save}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

/** Differs from all paths, which aren't empty. */
const ALL = ''
