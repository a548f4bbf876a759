import { Select } from '@mantine/core'
import { FORM } from '../texts/studio/formScreen.ts'
import { Option } from './widgets.tsx'

export interface Addable {
  /** Unique among the options. */
  name: string
  label: string
  about: string
}

interface Props {
  label: string
  placeholder: string
  options: readonly Addable[]
  onAdd: (name: string) => void
}

/** A list of things to add; choosing one adds it. */
export function AddOption({ label, placeholder, options, onAdd }: Props) {
  return (
    <Select
      label={label}
      placeholder={placeholder}
      size="sm"
      searchable
      value={null}
      data={options.map((option) => ({ value: option.name, label: option.label }))}
      nothingFoundMessage={FORM.nothingFits}
      renderOption={({ option }) => (
        <Option name={option.label} about={options.find(({ name }) => name === option.value)?.about ?? ''} />
      )}
      onChange={(name) => name !== null && onAdd(name)}
    />
  )
}
