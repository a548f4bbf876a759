import { MultiSelect } from '@mantine/core'
import type { Sites } from '../../../schemas/people/sites.ts'
import { PEOPLE } from './peopleScreen.ts'

interface Props {
  /** Paths of all sites. */
  paths: readonly string[]
  /** Null for all. */
  sites: Sites
  onChange: (sites: Sites) => void
  disabled?: boolean
}

/** Sites of an account or a key; choosing none means all. */
export function SiteChoice({ paths, sites, onChange, disabled = false }: Props) {
  const chosen = disabled ? [] : (sites ?? [])
  return (
    <MultiSelect
      className="people-sites"
      label={PEOPLE.sites}
      // A site that is no longer published stays selected.
      data={[...new Set([...paths, ...chosen])].map((path) => ({ value: path, label: `/${path}` }))}
      value={chosen}
      placeholder={chosen.length === 0 ? PEOPLE.allSites : ''}
      onChange={(next) => onChange(next.length === 0 ? null : next)}
      disabled={disabled}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
    />
  )
}
