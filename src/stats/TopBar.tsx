import { Select, Tabs } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { memo } from 'react'
import { closeMembers } from './address/address.ts'
import type { Range } from '../operator/days/days.ts'
import { BarAccount, BarButton, StillIn } from '../operator/page/BarButton.tsx'
import { storePath, storeRange, type BrowserStorage } from '../operator/browser/preferences.ts'
import { IN_BAR } from '../operator/browser/portals.ts'
import { RangePicker } from '../operator/days/RangePicker.tsx'
import { EXPERIMENTS_TAB, TABS } from './tables/tables.ts'
import { useAddress } from './address/useAddress.ts'
import { useStable } from '../operator/browser/useStable.ts'
import type { ScreenScope } from './report/useScope.ts'
import { SCREEN } from '../operator/screenWords.ts'

interface Props {
  product: string
  operator: string
  /** Reason why logging out failed, after an attempt. */
  stays: string | null
  /** Choices of what the tables show; null for a tab without tables. */
  tools: ToolProps | null
  onLogOut: () => void
}

interface ToolProps {
  scope: ScreenScope
  /** True if the tab shows one path. */
  needsPath: boolean
  storage: BrowserStorage
  now: () => number
  onHelp: () => void
}

export function TopBar({ product, operator, stays, tools, onLogOut }: Props) {
  return (
    <header className="bar">
      <h1 className="brand">{product}</h1>
      <Tabs.List aria-label={SCREEN.reports} className="bar-tabs">
        {[...TABS, EXPERIMENTS_TAB].map(({ slug, name }) => (
          <Tabs.Tab key={slug} value={slug}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className="bar-scope">{tools && <ScopeTools {...tools} />}</div>
      <Account {...{ operator, onLogOut }} onHelp={tools?.onHelp} />
      <StillIn reason={stays} />
    </header>
  )
}

function ScopeTools({ scope, needsPath, storage, now }: ToolProps) {
  const [address, changeAddress] = useAddress()
  const { paths, path, asked, range } = scope
  const choosePath = useStable((chosen: string) => {
    storePath(storage, chosen)
    // A figure in a link belongs to the link's path and days.
    changeAddress({ ...closeMembers(address), path: chosen }, 'push')
  })
  const chooseRange = useStable((chosen: Range) => {
    storeRange(storage, chosen, now())
    changeAddress({ ...closeMembers(address), ...chosen }, 'push')
  })
  return (
    <>
      {needsPath && <PathSelect names={paths.data} chosen={path} onChoose={choosePath} />}
      <RangePicker chosen={range ?? asked} onChoose={chooseRange} now={now} />
    </>
  )
}

interface PathProps {
  names: string[] | null
  chosen: string | null
  onChoose: (path: string) => void
}

/** Memoized, like all fields: they are the most expensive part of the page. */
const PathSelect = memo(function PathSelect({ names, chosen, onChoose }: PathProps) {
  return (
    <Select
      aria-label={SCREEN.path}
      placeholder={SCREEN.selectPath}
      size="xs"
      className="bar-path"
      data={names ?? []}
      value={chosen}
      onChange={(path) => path !== null && onChoose(path)}
      allowDeselect={false}
      searchable
      nothingFoundMessage={SCREEN.noSuchPath}
      comboboxProps={{ keepMounted: false, portalProps: IN_BAR }}
    />
  )
})

const Account = memo(function Account({
  operator,
  onLogOut,
  onHelp,
}: Pick<Props, 'operator' | 'onLogOut'> & { onHelp: (() => void) | undefined }) {
  return (
    <BarAccount operator={operator} here="/stats" onLogOut={onLogOut}>
      {onHelp && <BarButton label={SCREEN.shortcuts} shortcut="?" Icon={IconKeyboard} onClick={onHelp} />}
    </BarAccount>
  )
})
