import { NativeSelect } from '@mantine/core'
import { FILE_COLUMNS } from './returnScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'

interface Props<Field extends string> {
  /** Labels of our columns, in their order. */
  fields: Readonly<Partial<Record<Field, string>>>
  /** Sentence about the choice. */
  about: string
  columns: { names: string[]; sample: string[][]; notes: string[] }
  called: Partial<Record<Field, string | undefined>>
  onChange: (called: Partial<Record<Field, string>>) => void
}

/** Choice of a file's columns, beside its first lines. */
export function FileColumns<Field extends string>({
  fields,
  about,
  columns: { names, sample, notes },
  called,
  onChange,
}: Props<Field>) {
  const choose = (field: Field, name: string) => {
    const others = Object.entries(called).filter(([one, is]) => one !== field && is !== undefined)
    const chosen = Object.fromEntries(name === '' ? others : [...others, [field, name]])
    onChange(chosen as Partial<Record<Field, string>>)
  }
  return (
    <fieldset className="return-columns">
      <legend>{FILE_COLUMNS.title}</legend>
      <p className="card-note">{about}</p>
      <div className="people-form">
        {(Object.keys(fields) as Field[]).map((field) => (
          <NativeSelect
            key={field}
            label={fields[field]}
            data={[{ value: '', label: FILE_COLUMNS.none }, ...names]}
            value={called[field] ?? ''}
            onChange={({ currentTarget }) => choose(field, currentTarget.value)}
          />
        ))}
      </div>
      <FileNotes notes={notes} />
      <PlainTable
        title={FILE_COLUMNS.sample}
        columns={names}
        rows={sample.map((cells, at) => ({ key: String(at), cells: names.map((_, n) => cells[n] ?? '') }))}
      />
    </fieldset>
  )
}

/** Parts of a file that were left out. */
export function FileNotes({ notes }: { notes: readonly string[] }) {
  return notes.length === 0 ? null : (
    <ul className="card-note return-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
