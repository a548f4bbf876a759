import { CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { RangePicker } from '../../operator/days/RangePicker.tsx'
import { useShortcuts } from '../../operator/sheets/Shortcuts.tsx'
import { storedShortcuts } from '../../operator/browser/preferences.ts'
import { LIST } from '../parts/deskScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import type { List } from './useList.ts'

export interface ChoiceFilter {
  /** Name in the address. */
  name: string
  label: string
  data: { value: string; label: string }[]
  /** Chosen value, if it isn't what the address has under the name. */
  value?: string | null
  /** Filters that a choice changes, if they aren't that one alone. */
  changes?: ((chosen: string | null) => Record<string, string | null>) | undefined
}

interface Props {
  list: Pick<List<unknown>, 'filters' | 'filter' | 'search' | 'setSearch'>
  choices: readonly ChoiceFilter[]
  /** Filters that are typed, by their names in the address. */
  typed?: Record<string, string>
  /** Description of what can be searched for; undefined turns search off. */
  searchFor?: string
  /** True for a list without days to choose. */
  isOfAllDays?: boolean
}

/** Filters of a list: a search, one choice of each kind, and days. The / key moves to the search. */
export function ListTools({ list, choices, typed = {}, searchFor, isOfAllDays = false }: Props) {
  const { storage } = useDesk()
  const { filters, filter, search, setSearch } = list
  const focus = () => document.querySelector<HTMLElement>('.list-search input')?.focus()
  useShortcuts([{ key: '/', does: LIST.search, act: focus }], storedShortcuts(storage))
  return (
    <div className="tools list-tools" role="search" aria-label={LIST.filters}>
      {searchFor !== undefined && (
        <form
          className="list-search"
          // A new field for another search.
          key={search}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('search')
            setSearch((typeof typed === 'string' && typed.trim()) || null)
          }}
        >
          <TextInput
            name="search"
            type="search"
            aria-label={searchFor}
            placeholder={searchFor}
            size="xs"
            autoComplete="off"
            maxLength={320}
            defaultValue={search ?? ''}
            leftSection={<IconSearch size={14} aria-hidden />}
            rightSection={
              search !== null && (
                <CloseButton size="xs" aria-label={LIST.clearSearch} onClick={() => setSearch(null)} />
              )
            }
          />
        </form>
      )}
      {choices.map(({ name, label, data, value = filters[name] ?? null, changes }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={label}
          size="xs"
          className="list-choice"
          data={data}
          value={value}
          onChange={(chosen) => filter(changes ? changes(chosen) : { [name]: chosen })}
          clearable
          searchable={data.length > 8}
          comboboxProps={{ keepMounted: false, width: 'max-content', position: 'bottom-start' }}
        />
      ))}
      {Object.entries(typed).map(([name, label]) => (
        <form
          key={`${name} ${filters[name] ?? ''}`}
          className="list-choice"
          onSubmit={(event) => {
            event.preventDefault()
            const given = new FormData(event.currentTarget).get(name)
            filter({ [name]: (typeof given === 'string' && given.trim()) || null })
          }}
        >
          <TextInput
            name={name}
            aria-label={label}
            placeholder={label}
            size="xs"
            autoComplete="off"
            maxLength={200}
            defaultValue={filters[name] ?? ''}
          />
        </form>
      ))}
      {!isOfAllDays && (
        <RangePicker
          chosen={{ from: filters['from'] ?? null, to: filters['to'] ?? null }}
          onChoose={filter as (range: { from: string; to: string }) => void}
          now={Date.now}
        />
      )}
    </div>
  )
}
