import { Alert, Button, Select, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { linesNaming, nameWarnings, outsideOf, renameField } from '../../../author/edit/renameField.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { RENAME } from './renameScreen.ts'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import type { EditSheet } from './editSheet.ts'
import { TextLines } from './TextLines.tsx'

interface Props extends EditSheet {
  fields: readonly string[]
  /** Field of the form. */
  field: string | undefined
}

/** Renames a field wherever the flow names it, and tells what that does not change. */
export function RenameField({ editor, read, fields, field: asked, onDone, onClose }: Props) {
  const [field, setField] = useState(
    asked !== undefined && fields.includes(asked) ? asked : (fields[0] ?? ''),
  )
  const [name, setName] = useState(field)
  const [isTried, setTried] = useState(false)
  const lines = useMemo(() => linesNaming(read.text, field), [read, field])
  const renamed = useMemo(() => renameField(read.text, field, name), [read, field, name])
  const refusal = 'refusal' in renamed ? renamed.refusal : null
  const warnings = refusal === null ? nameWarnings(field, name) : nameWarnings(field, field)
  if (fields.length === 0)
    return (
      <MiddleSheet opened onClose={onClose} title={RENAME.title}>
        <Text size="sm">{RENAME.noFields}</Text>
      </MiddleSheet>
    )
  return (
    <MiddleSheet opened onClose={onClose} title={RENAME.title} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if ('refusal' in renamed) return
          editor.change(renamed)
          onDone(null, RENAME.renamed(field, name))
        }}
      >
        <Select
          label={RENAME.field}
          data={[...fields]}
          value={field}
          searchable
          allowDeselect={false}
          onChange={(next) => {
            if (next === null) return
            setField(next)
            setName(next)
          }}
        />
        <TextInput
          label={RENAME.name}
          mt="sm"
          data-autofocus
          value={name}
          error={(isTried || name !== field) && refusal}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setName(currentTarget.value.trim())}
        />
        {warnings.map((warning) => (
          <Alert key={warning} color="yellow" mt="sm">
            {warning}
          </Alert>
        ))}
        <Text size="sm" mt="sm">
          {RENAME.places(lines.length)}
        </Text>
        <TextLines lines={lines} />
        <Text size="sm" mt="sm">
          {RENAME.outside}
        </Text>
        <ul className="text-lines">
          {outsideOf(field).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <SheetEnd failure={null} onCancel={onClose}>
          <Button type="submit">{RENAME.rename}</Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}
