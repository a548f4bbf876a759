import { NativeSelect } from '@mantine/core'
import type { NamedColumns } from '../../../schemas/desk/returns.ts'
import { FILE_COLUMNS, FILE_FIELDS } from './returnScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import type { Called } from './useChosenFile.ts'

type Field = keyof Called

interface Props {
  fields: readonly Field[]
  columns: NamedColumns
  called: Called
  onChange: (called: Called) => void
}

/** Choice of a file's columns, beside its first lines. */
export function FileColumns({ fields, columns: { names, sample, notes }, called, onChange }: Props) {
  const choose = (field: Field, name: string) => {
    const { [field]: _before, ...others } = called
    onChange(name === '' ? others : { ...others, [field]: name })
  }
  return (
    <fieldset className="return-columns">
      <legend>{FILE_COLUMNS.title}</legend>
      <p className="card-note">{FILE_COLUMNS.about(fields)}</p>
      <div className="people-form">
        {fields.map((field) => (
          <NativeSelect
            key={field}
            label={FILE_FIELDS[field]}
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
