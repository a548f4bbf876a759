import { ActionIcon, Select, Tabs, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { memo } from 'react'
import { RangePicker, type RangePickerProps } from './RangePicker.tsx'
import { TABS } from './tables.ts'

interface Props {
  product: string
  operator: string
  /** Null on the tab that is of all paths. */
  paths: { names: string[]; chosen: string | null; onChoose: (path: string) => void } | null
  range: RangePickerProps
  onLogOut: () => void
  onHelp: () => void
}

/** Drawn anew only when what it shows changes: its fields are the dearest part of the page. */
export const TopBar = memo(function TopBar({ product, operator, paths, range, onLogOut, onHelp }: Props) {
  return (
    <header className="bar">
      <h1 className="brand">{product}</h1>
      <Tabs.List aria-label="Reports" className="bar-tabs">
        {TABS.map(({ slug, name }) => (
          <Tabs.Tab key={slug} value={slug}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className="bar-scope">
        {paths && (
          <Select
            aria-label="Path"
            placeholder="Select path"
            size="xs"
            className="bar-path"
            data={paths.names}
            value={paths.chosen}
            onChange={(path) => path !== null && paths.onChoose(path)}
            allowDeselect={false}
            searchable
            nothingFoundMessage="No such path"
          />
        )}
        <RangePicker {...range} />
      </div>
      <div className="bar-account">
        <span className="bar-operator" title="Logged in">
          {operator}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className="bar-help"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={onHelp}
        >
          <IconKeyboard size={18} />
        </ActionIcon>
        <SchemeToggle />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Log out"
          title="Log out"
          onClick={onLogOut}
        >
          <IconLogout size={18} />
        </ActionIcon>
      </div>
    </header>
  )
})

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${next} colours`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      {next === 'light' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  )
}
