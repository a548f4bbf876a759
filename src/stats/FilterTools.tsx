import { Button, Select, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { Filter } from './figures.ts'
import type { Table } from './tables.ts'

interface Props {
  table: Table
  filter: Filter | null
  onChange: (filter: Filter | null) => void
  /** How many rows there are; null while nobody knows. */
  found: { shown: number; all: number } | null
}

/** What to search in a table, and where; how much of it is shown, and the way out. */
export function FilterTools({ table, filter, onChange, found }: Props) {
  const titles = Object.fromEntries(table.columns.map(({ of, title }) => [of, title]))
  return (
    <div className="tools" role="search" aria-label={`Filter of ${table.title}`}>
      <span className="tools-count" role="status">
        {found && countText(found)}
      </span>
      {filter && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconX size={14} />}
          onClick={() => onChange(null)}
        >
          Clear filter
        </Button>
      )}
      <Select
        aria-label="Filter key"
        placeholder="Select filter key"
        size="xs"
        className="tools-key"
        data={Object.keys(table.filterKeys)}
        value={filter?.key ?? null}
        onChange={(key) => onChange(key === null ? null : { key, search: filter?.search ?? '' })}
        renderOption={({ option: { value } }) => (
          <span className="tools-option">
            {value} <small>{titles[table.filterKeys[value] ?? '']}</small>
          </span>
        )}
        comboboxProps={{ width: 230, position: 'bottom-start' }}
      />
      <TextInput
        type="search"
        aria-label={`Search in ${table.title}`}
        placeholder="Search..."
        size="xs"
        className="tools-search"
        leftSection={<IconSearch size={14} aria-hidden />}
        disabled={!filter}
        value={filter?.search ?? ''}
        onChange={({ currentTarget }) => filter && onChange({ ...filter, search: currentTarget.value })}
      />
    </div>
  )
}

function countText({ shown, all }: { shown: number; all: number }): string {
  const rows = `${all.toLocaleString('en-US')} ${all === 1 ? 'row' : 'rows'}`
  return shown === all ? rows : `${shown.toLocaleString('en-US')} of ${rows}`
}
