import { NativeSelect } from '@mantine/core'
import type { CheckStatement, NamedColumns } from '../../../schemas/desk/returns.ts'
import { CHECK, STATEMENT_FIELDS } from './returnScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'

export type Called = CheckStatement['columns']
type Field = keyof Called

const FIELDS = Object.keys(STATEMENT_FIELDS) as Field[]

/** Usual names of columns in buyers' files. */
const USUAL: Readonly<Record<Field, RegExp>> = {
  id: /^(id|(lead|sale|external|transaction|conversion)[\s_-]*id|reference)$/i,
  key: /^(key|idempotency[\s_-]*key)$/i,
  phone: /phone|mobile|^tel/i,
  time: /date|time|sold[\s_-]*(on|at)/i,
  amount: /amount|payout|price|paid|revenue|cost/i,
}

/** Guesses columns by their names. */
export function guessed(names: readonly string[]): Called {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const name =
        names.find((one) => one.toLowerCase() === field) ?? names.find((one) => USUAL[field].test(one))
      return name === undefined ? [] : [[field, name]]
    }),
  )
}

interface Props {
  columns: NamedColumns
  called: Called
  onChange: (called: Called) => void
}

/** Choice of a statement's columns, beside its first lines. */
export function StatementColumns({ columns: { names, sample }, called, onChange }: Props) {
  const choose = (field: Field, name: string) => {
    const { [field]: _before, ...others } = called
    onChange(name === '' ? others : { ...others, [field]: name })
  }
  const choices = [...new Set(names)].filter((name) => name !== '')
  return (
    <fieldset className="return-columns">
      <legend>{CHECK.columns}</legend>
      <p className="card-note">{CHECK.columnsAbout}</p>
      <div className="people-form">
        {FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={STATEMENT_FIELDS[field]}
            data={[{ value: '', label: CHECK.noColumn }, ...choices]}
            value={called[field] ?? ''}
            onChange={({ currentTarget }) => choose(field, currentTarget.value)}
          />
        ))}
      </div>
      <PlainTable
        title={CHECK.sample}
        columns={names.map((name, at) => name || `(${at + 1})`)}
        rows={sample.map((cells, at) => ({ key: String(at), cells: names.map((_, n) => cells[n] ?? '') }))}
      />
    </fieldset>
  )
}
