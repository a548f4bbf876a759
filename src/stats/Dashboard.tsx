import '@mantine/dates/styles.css'
import '../operator/table/tables.css'
import './chart/trend.css'
import './print.css'
import { Tabs, VisuallyHidden } from '@mantine/core'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { ReturnsOn } from '../../schemas/reports/reports.ts'
import { returnsOf, tabOf } from './address/address.ts'
import type { Api } from './tables/api.ts'
import { LeadLinks } from './drilldown/DrilldownTable.tsx'
import { DrilldownDrawer } from './drilldown/DrilldownDrawer.tsx'
import { instants, timeText } from '../operator/days/days.ts'
import {
  storeDensity,
  storeShortcuts,
  storeTab,
  storedDensity,
  storedShortcuts,
  storedTab,
  type Density,
  type BrowserStorage,
} from '../operator/browser/preferences.ts'
import { Notice } from '../operator/loading/Notice.tsx'
import { ShortcutSheet, useShortcuts, type Shortcut } from '../operator/sheets/Shortcuts.tsx'
import { TabPanel } from './report/TabPanel.tsx'
import { EXPERIMENTS_TAB, TABS, type Tab } from './tables/tables.ts'
import { TopBar } from './TopBar.tsx'
import { ExperimentsScreen } from './ExperimentsScreen.tsx'
import { useAddress } from './address/useAddress.ts'
import { useRefreshTick } from './report/useRefreshTick.ts'
import { useFigure } from './drilldown/useFigure.ts'
import { useOpened } from './drilldown/useOpened.ts'
import { useReports } from './report/useReports.ts'
import { useScope, type ScreenScope } from './report/useScope.ts'
import { MarksContext } from './marks/marksContext.ts'
import { useTrend } from './chart/useTrend.ts'
import { useWholeAddress } from './address/useWholeAddress.ts'
import { SCREEN, SHORTCUT } from '../operator/screenWords.ts'

/** Reports in the boxes above the sales tables. */
const SUMMARY = ['sale-stats'] as const

interface Props {
  api: Api
  product: string
  operator: string
  /** True if rows behind figures link to leads at /desk. */
  seesLeads: boolean
  /** True if the operator may start experiments and promote versions. */
  publishes: boolean
  /** Reason why logging out failed, after an attempt. */
  stays: string | null
  storage: BrowserStorage
  now: () => number
  onLogOut: () => void
}

/** Dashboard. Its contents follow the address, then the browser's stored preferences. */
export function Dashboard(props: Props) {
  const { api, seesLeads, publishes } = props
  const marks = useMemo(
    () => ({ inside: api.inside, writes: seesLeads || publishes }),
    [api, seesLeads, publishes],
  )
  return (
    // Without transitions, an address and its state change in one render.
    <BrowserRouter basename="/stats" useTransitions={false}>
      <LeadLinks value={props.seesLeads}>
        <MarksContext value={marks}>
          <Tabbed {...props} />
        </MarksContext>
      </LeadLinks>
    </BrowserRouter>
  )
}

/** Redirects an address without a tab to the last tab used. */
function Tabbed(props: Props) {
  const { pathname, search } = useLocation()
  const slug = pathname.split('/')[1]
  if (slug === EXPERIMENTS_TAB.slug) return <ExperimentsScreen {...props} />
  const tab = tabOf(slug)
  if (tab) return <Screen tab={tab} {...props} />
  const remembered = TABS.find(({ name }) => name === storedTab(props.storage)) ?? TABS[0]
  return <Navigate to={{ pathname: `/${remembered.slug}`, search }} replace />
}

function Screen(props: Props & { tab: Tab }) {
  const { tab, api, product, operator, stays, storage, now, onLogOut } = props
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  /** A click on a tab shows at once; its tables follow later. */
  const drawnTab = useDeferredValue(tab)
  const [density, setDensity] = useState(() => storedDensity(storage))
  const [help, setHelp] = useState(false)

  const scope = useScope(api, address, { product, storage, now })
  const { paths, range } = scope
  const needsPath = isByPath(tab)
  const path = needsPath ? scope.path : null
  useEffect(() => {
    document.title = `${tab.name} - ${product}`
  }, [tab, product])
  const returns = returnsOf(address)
  const figures = useFigures(api, { tab, scope, path, returns, now })
  const { reports, trend, refreshNow, loadSecondary, isOutdated } = figures
  useWholeAddress({
    path,
    range: loadSecondary ? range : null,
    bare: scope.asked.from === null,
    storage,
    now,
  })

  const { opened, open, close, part, setPart } = useOpened()
  const { figure, failure } = useFigure(opened, { tab, reports, trend, address, path, range, now })

  const openTab = ({ slug, name }: Tab) => {
    storeTab(storage, name)
    void navigate({ pathname: `/${slug}`, search: address.toString() })
  }
  const openSlug = (slug: string) => {
    const next = tabOf(slug)
    if (next) openTab(next)
    else void navigate({ pathname: `/${slug}`, search: address.toString() })
  }
  const showHelp = useCallback(() => setHelp(true), [])
  const space = useCallback(
    (chosenDensity: Density) => {
      storeDensity(storage, chosenDensity)
      setDensity(chosenDensity)
    },
    [storage],
  )

  const loads = range !== null && !(needsPath && path === null && !paths.loading)
  return (
    <Tabs value={tab.slug} onChange={(slug) => openSlug(slug ?? tab.slug)} keepMounted={false} variant="none">
      <TopBar
        {...{ product, operator, stays, onLogOut }}
        tools={{ scope, needsPath, storage, now, onHelp: showHelp }}
      />
      <main className="screen" aria-busy={loads && !loadSecondary}>
        <VisuallyHidden role="status">{isOutdated && SCREEN.outdated}</VisuallyHidden>
        <ScopeNotices scope={scope} needsPath={needsPath} />
        {tab === drawnTab && loads ? (
          <TabPanel
            {...{ tab, range, path, reports, trend, returns, loadSecondary, density, storage, changeAddress }}
            live={scope.live}
            onDensity={space}
            onOpen={open}
          />
        ) : (
          // Target of the tab's aria-controls.
          <Tabs.Panel value={tab.slug}>{null}</Tabs.Panel>
        )}
        <CountedUpTo api={api} />
      </main>
      {range && !(needsPath && scope.unknownPath !== null) && (
        <DrilldownDrawer {...{ api, opened, figure, failure, part }} onPart={setPart} onClose={close} />
      )}
      <Shortcuts
        shortcuts={shortcutsOf({ openTab, refresh: refreshNow, showHelp })}
        storage={storage}
        opened={help}
        onClose={() => setHelp(false)}
      />
    </Tabs>
  )
}

/** True if a tab's reports are about one path. */
function isByPath({ slug }: Tab): boolean {
  return slug !== 'analytics'
}

interface Figures {
  tab: Tab
  scope: ScreenScope
  /** Path of the tab's reports; null if they need none, or it is unknown. */
  path: string | null
  /** Day on which returns count in the tables of sales. */
  returns: ReturnsOn
  now: () => number
}

/** Reports and chart of the screen: the tab's first table, then the others. */
function useFigures(api: Api, { tab, scope, path, returns, now }: Figures) {
  const { range, live } = scope
  const [counting, setCounting] = useState(false)
  const { refreshTick, refreshNow } = useRefreshTick(live || counting)
  const [{ report: first }] = tab.tables
  const [loadSecondary, setLoadSecondary] = useState(false)
  const [walkTick, setWalkTick] = useState<number | null>(null)
  if (tab.slug === 'visits' && walkTick !== refreshTick) setWalkTick(refreshTick)
  const reports = useReports(api, {
    path: scope.path,
    range,
    refreshTick,
    walkTick,
    returns,
    now,
    wanted: (report) =>
      report === first || (loadSecondary && (tab.slug === 'profit' || !report.startsWith('profit-'))),
  })
  const trend = useTrend(api, { range, refreshTick, now })
  const countedFrom = Number(reports['step-dropoff'].data?.[0]?.['counted_from'] ?? 0)
  const isCounting = range !== null && countedFrom > instants(range).from
  if (counting !== isCounting) setCounting(isCounting)
  const inSight = [...tab.tables.map(({ report }) => report), ...(tab.slug === 'sales' ? SUMMARY : [])]
  const isOutdated = [trend, ...inSight.map((report) => reports[report])].some(
    ({ outdated }) => outdated !== null,
  )
  useRest(
    { asked: range !== null && !(isByPath(tab) && path === null), loading: reports[first].loading },
    setLoadSecondary,
  )
  return { reports, trend, refreshNow, loadSecondary, isOutdated }
}

/** Reasons why the screen has no figures, with what to do. */
function ScopeNotices({ scope, needsPath }: { scope: ScreenScope; needsPath: boolean }) {
  const { paths, unknownPath, alert } = scope
  return (
    <>
      {alert !== null && (
        <Notice title={alert} urgent>
          {SCREEN.chooseRange}
        </Notice>
      )}
      {needsPath && unknownPath !== null && (
        <Notice title={SCREEN.unknownPath(unknownPath)} urgent>
          {SCREEN.choosePath}
        </Notice>
      )}
      {needsPath && paths.failure && (
        <Notice title={SCREEN.pathsFailed} urgent action={{ label: SCREEN.retry, act: paths.retry }}>
          {paths.failure}
        </Notice>
      )}
      {needsPath && paths.data?.length === 0 && <Notice title={SCREEN.noPath}>{SCREEN.publishFlow}</Notice>}
    </>
  )
}

/** Time up to which the figures count. */
function CountedUpTo({ api }: { api: Api }) {
  const [countedUpTo, setCountedUpTo] = useState(api.countedUpTo.last)
  useEffect(() => api.countedUpTo.onChange(setCountedUpTo), [api])
  if (countedUpTo === null) return null
  return <p className="counted-up-to">{SCREEN.countedUpTo(timeText(countedUpTo))}</p>
}

interface Keys {
  openTab: (tab: Tab) => void
  refresh: () => void
  showHelp: () => void
}

function shortcutsOf({ openTab, refresh, showHelp }: Keys): Shortcut[] {
  return [
    ...TABS.map((tab, index) => ({
      key: String(index + 1),
      does: SHORTCUT.openTab(tab.name),
      act: () => openTab(tab),
    })),
    { key: 'p', does: SHORTCUT.choosePath, act: () => focusOn('.bar-path input') },
    { key: 'd', does: SHORTCUT.chooseDates, act: () => press('.bar-range button') },
    {
      key: '/',
      does: SHORTCUT.filter,
      act: () => focusOn('.tools-search input:enabled, .tools-key input'),
    },
    { key: 'r', does: SHORTCUT.refresh, act: refresh },
    { key: '?', does: SHORTCUT.help, act: showHelp },
  ]
}

interface ShortcutsProps {
  shortcuts: readonly Shortcut[]
  storage: BrowserStorage
  opened: boolean
  onClose: () => void
}

/** Shortcuts, which the browser may have switched off, and their list. */
function Shortcuts({ shortcuts, storage, opened, onClose }: ShortcutsProps) {
  const [keys, setKeys] = useState(() => storedShortcuts(storage))
  useShortcuts(shortcuts, keys)
  return (
    <ShortcutSheet
      shortcuts={shortcuts}
      opened={opened}
      onClose={onClose}
      on={keys}
      onSwitch={(on) => {
        storeShortcuts(storage, on)
        setKeys(on)
      }}
    />
  )
}

/** Time that the other reports wait for a slow first one. */
const PATIENCE_MS = 300

/** Loads the first table before the others and the chart, once. */
function useRest(
  { asked, loading }: { asked: boolean; loading: boolean },
  setLoadSecondary: (loadSecondary: true) => void,
): void {
  useEffect(() => {
    if (!asked) return
    const follow = () => startTransition(() => setLoadSecondary(true))
    const timer = setTimeout(follow, loading ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [asked, loading, setLoadSecondary])
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

/** Focuses the element first, so that closing what it opens returns the focus to it. */
function press(selector: string): void {
  focusOn(selector)
  document.querySelector<HTMLElement>(selector)?.click()
}
