import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import type { Filter } from '../../rows/matching.ts'
import { IN_SCREEN } from '../../operator/browser/portals.ts'
import type { Table } from '../tables/tables.ts'
import { TABLE_TOOLS } from '../grid/tableWords.ts'

interface Props {
  table: Table
  filter: Filter | null
  onChange: (filter: Filter | null) => void
}

/** Column and text to search a table by. */
export const FilterTools = memo(function FilterTools({ table, filter, onChange }: Props) {
  const titles = Object.fromEntries(table.columns.map(({ label, id, title }) => [label ?? id, title]))
  return (
    <div className="tools" role="search" aria-label={TABLE_TOOLS.filterOf(table.title)}>
      <Select
        aria-label={TABLE_TOOLS.keyOf(table.title)}
        placeholder={TABLE_TOOLS.selectKey}
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
        comboboxProps={{
          width: 230,
          position: 'bottom-end',
          keepMounted: false,
          portalProps: IN_SCREEN,
        }}
      />
      <TextInput
        type="search"
        aria-label={TABLE_TOOLS.searchIn(table.title)}
        placeholder={TABLE_TOOLS.search}
        size="xs"
        className="tools-search"
        leftSection={<IconSearch size={14} aria-hidden />}
        disabled={!filter}
        value={filter?.search ?? ''}
        onChange={({ currentTarget }) => filter && onChange({ ...filter, search: currentTarget.value })}
      />
    </div>
  )
})
