import { Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { groupedNotes } from '../../../author/import/groupedNotes.ts'
import type { ImportedForm, ImportNote } from '../../../author/import/file/importForm.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { statusOf } from '../../../operator/loading/operatorCalls.ts'
import { IMPORT } from './importScreen.ts'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import { thatFailed, useAction } from '../../../operator/loading/useAction.ts'
import { useStudio } from '../../parts/studioContext.ts'
import { FileDrop } from '../files/FileDrop.tsx'
import type { FlowDocument } from '../../../../schemas/flow/flow.ts'
import type { DraftCalls } from '../../parts/draftCalls.ts'
import { readText } from '../../../author/forms/readText.ts'
import { editsTo } from '../../../author/forms/textEdits.ts'
import { applyEdits } from 'jsonc-parser'
import './importing.css'

interface Props {
  path: string
  /** Version with the brand for the draft. */
  version: number
  onMade: () => void
  onClose: () => void
}

interface Chosen {
  file: File
  form: ImportedForm
}

/** Reads a form of another product, lists what is lost, and makes a draft from it. */
export function ImportSheet({ path, version, onMade, onClose }: Props) {
  const { calls } = useStudio()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { isBusy, failure, setFailure, run } = useAction(whyNotMade)
  const [revision, setRevision] = useState<number | null>(null)
  const [more, setMore] = useState<readonly ImportNote[] | null>(null)

  const choose = (file: File, uiSchema?: File) =>
    void run(async () => {
      const read = await readForm(file, uiSchema)
      if ('fault' in read) return setFailure(read.fault)
      setChosen({ file, form: read })
    })
  const make = ({ form }: Chosen) =>
    void run(async () => {
      const left = await putIntoDraft(calls, form, { path, version, revision, onMade: setRevision })
      if (left.length === 0) return onMade()
      setMore(left)
    })

  return (
    <MiddleSheet opened onClose={more ? onMade : onClose} title={IMPORT.title(path)} size="lg">
      {more ? (
        <>
          <Text size="sm" role="status">
            {IMPORT.more(more.length)}
          </Text>
          <NoteList notes={more} label={IMPORT.more(more.length)} />
          <Group justify="flex-end" mt="md">
            <Button onClick={onMade}>{IMPORT.openDraft}</Button>
          </Group>
        </>
      ) : (
        <>
          {chosen ? (
            <Read chosen={chosen} onUiSchema={(uiSchema) => choose(chosen.file, uiSchema)} />
          ) : (
            <>
              <Text size="sm">{IMPORT.about}</Text>
              <FileDrop
                drop={IMPORT.drop}
                choose={IMPORT.choose}
                accept="application/json,.json"
                isBusy={isBusy}
                onFiles={([file]) => file && choose(file)}
              />
            </>
          )}
          <SheetEnd failure={failure} onCancel={onClose}>
            {chosen && revision === null && (
              <FileButton accept="application/json,.json" onChange={(file) => file && choose(file)}>
                {(props) => (
                  <Button {...props} variant="default">
                    {IMPORT.other}
                  </Button>
                )}
              </FileButton>
            )}
            {chosen && (
              <Button loading={isBusy} onClick={() => make(chosen)}>
                {IMPORT.make}
              </Button>
            )}
          </SheetEnd>
        </>
      )}
    </MiddleSheet>
  )
}

function whyNotMade(error: unknown): string {
  return statusOf(error) === 409 ? IMPORT.takenMeanwhile : thatFailed(error)
}

/** Summary of the imported form, with what is lost. */
function Read({ chosen: { file, form }, onUiSchema }: { chosen: Chosen; onUiSchema: (file: File) => void }) {
  const { questions, notes, formatName, takesUiSchema } = form
  const left = IMPORT.left(notes.length)
  return (
    <>
      <div role="status">
        <Text size="sm" fw={600}>
          {IMPORT.read(questions, formatName, file.name)}
        </Text>
        <Text size="sm">{left}</Text>
      </div>
      {takesUiSchema && (
        <FileButton accept="application/json,.json" onChange={(file) => file && onUiSchema(file)}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="subtle" mt={4}>
              {IMPORT.uiSchema}
            </Button>
          )}
        </FileButton>
      )}
      {notes.length > 0 && <NoteList notes={notes} label={left} />}
    </>
  )
}

/** Lost parts of a form by kind, each with its place and the steps to take by hand. Many of one kind are folded. */
function NoteList({ notes, label }: { notes: readonly ImportNote[]; label: string }) {
  return (
    <ul className="problems form-notes" tabIndex={0} aria-label={label}>
      {groupedNotes(notes).map(({ hint, notes }) => {
        const [first, ...others] = notes
        return (
          <li key={hint}>
            <Note note={first!} />
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
            {others.length > 0 && (
              <details>
                <summary>{IMPORT.alike(others.length)}</summary>
                {others.map((note) => (
                  <Note key={`${note.at} ${note.message}`} note={note} />
                ))}
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Note({ note: { at, message } }: { note: ImportNote }) {
  return (
    <>
      <Text size="sm">{message}</Text>
      <Text size="xs" c="dimmed">
        {at === '' ? IMPORT.whole : <code>{at}</code>}
      </Text>
    </>
  )
}

/** Larger files are not read. Source: src/author/import/file/importForm.ts `IMPORT_BYTES`. */
const MOST_BYTES = 5_000_000

/** The form in a file, or the reason why it has none. The reader is loaded only now, as few authors import. */
async function readForm(file: File, uiSchema?: File): Promise<ImportedForm | { fault: string }> {
  if (file.size > MOST_BYTES || (uiSchema?.size ?? 0) > MOST_BYTES) return { fault: IMPORT.tooLarge }
  const { importForm } = await import('../../../author/import/file/importForm.ts')
  return importForm(await file.text(), { uiSchema: await uiSchema?.text() })
}

/** Makes the draft from the site of a version, and puts the form into it. `made` is the revision of the draft if that exists but the
 *  form is not in it yet. Returns what else of the form is lost on this site. */
async function putIntoDraft(
  calls: DraftCalls,
  form: ImportedForm,
  {
    path,
    revision,
    onMade,
    version,
  }: { path: string; version: number; revision: number | null; onMade: (revision: number) => void },
): Promise<readonly ImportNote[]> {
  const made = revision ?? (await calls.make({ path, version, revision: 0 })).revision
  onMade(made)
  const { text } = await calls.read(path)
  const base = readText(text)
  if ('fault' in base) throw new Error(`The version that the draft of ${path} began with is not JSON.`)
  const { flow, notes } = form.onto(base.document as FlowDocument)
  await calls.save({ path, revision: made, text: applyEdits(text, editsTo(base, flow)) })
  return notes.slice(form.notes.length)
}
