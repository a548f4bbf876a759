import '@mantine/dates/styles.css'
import 'mantine-react-table/styles.css'
import './tables.css'
import './trend.css'
import { Tabs } from '@mantine/core'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { hiddenMember, tabOf, withMembers } from './address.ts'
import type { Api } from './api.ts'
import type { BehindFigure } from './behind.ts'
import { BehindDrawer } from './BehindDrawer.tsx'
import { today, type Range } from './days.ts'
import {
  dropPath,
  keepDensity,
  keepPath,
  keepRange,
  keepShortcuts,
  keepTab,
  keptDensity,
  keptHidden,
  keptPath,
  keptRange,
  keptShortcuts,
  keptTab,
  type Density,
  type Shelf,
} from './kept.ts'
import { Notice } from './Notice.tsx'
import { choosePath } from './path.ts'
import { askedRange, chooseRange } from './range.ts'
import { ReportTable } from './ReportTable.tsx'
import { SaleStats } from './SaleStats.tsx'
import { ShortcutSheet, useShortcuts, type Shortcut } from './Shortcuts.tsx'
import { TABLES, TABS, type Tab } from './tables.ts'
import { TopBar } from './TopBar.tsx'
import { Trend } from './Trend.tsx'
import { useBeat } from './useBeat.ts'
import { usePaths, useReports } from './useReports.ts'
import { useTrend } from './useTrend.ts'

interface Props {
  api: Api
  product: string
  operator: string
  shelf: Shelf
  now: () => number
  onLogOut: () => void
}

/** What is shown follows from the address, then from what the browser remembers. */
export function Dashboard(props: Props) {
  return (
    // Without transitions an address and the state that goes with it change in one render.
    <BrowserRouter basename="/stats" useTransitions={false}>
      <Screen {...props} />
    </BrowserRouter>
  )
}

function Screen({ api, product, operator, shelf, now, onLogOut }: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const tab = tabOf(pathname.split('/')[1])
  /** A click on a tab shows at once; its tables follow. */
  const drawnTab = useDeferredValue(tab)
  const [density, setDensity] = useState(() => keptDensity(shelf))
  const [figure, setFigure] = useState<BehindFigure | null>(null)
  const [help, setHelp] = useState(false)
  const [keys, setKeys] = useState(() => keptShortcuts(shelf))

  const paths = usePaths(api)
  const path =
    paths.data && choosePath(paths.data, { asked: address.get('path'), kept: keptPath(shelf), product })
  const [rangeAtStart] = useState(() => keptRange(shelf, now()))
  const asked = askedRange(address)
  const chosen = chooseRange(asked, rangeAtStart, now())
  const { from, to } = 'range' in chosen ? chosen.range : { from: null, to: null }
  const range = useMemo(() => (from === null || to === null ? null : { from, to }), [from, to])
  const live = range !== null && range.to === today(now())
  const { beat, at, beatNow } = useBeat(live, now)
  const needsPath = tab !== null && tab.slug !== 'analytics'
  /** Walking every visitor through the flow is done for whoever looks. */
  const [walks, setWalks] = useState(false)
  if (tab?.slug === 'visits' && !walks) setWalks(true)
  const reports = useReports(api, { path, range, beat, walks })
  const trend = useTrend(api, range, beat)

  /** The first table comes before the others and the chart, once. */
  const [rest, setRest] = useState(false)
  const [{ report: firstReport } = { report: null }] = tab?.tables ?? []
  const waits = firstReport !== null && reports[firstReport].loading
  useEffect(() => {
    if (waits) return
    const timer = setTimeout(() => startTransition(() => setRest(true)))
    return () => clearTimeout(timer)
  }, [waits])

  useEffect(() => {
    const kept = keptPath(shelf)
    if (kept !== null && paths.data && !paths.data.includes(kept)) dropPath(shelf)
  }, [shelf, paths.data])
  useEffect(() => {
    if (tab) document.title = `${tab.name} - ${product}`
  }, [tab, product])
  useEffect(() => {
    if (!tab || !range) return
    // Whoever gets this address as a link is to see what stands here, not what their own browser remembers.
    const hidden =
      asked.from === null
        ? TABLES.filter(({ report }) => !address.has(`${report}.hide`)).map((one) =>
            hiddenMember(one, keptHidden(shelf, one.report)),
          )
        : []
    const whole = withMembers(address, {
      ...Object.assign({}, ...hidden),
      ...(needsPath && path !== null && { path }),
      ...range,
    })
    if (whole.toString() !== address.toString()) setAddress(whole, { replace: true })
  })

  const openTab = ({ slug, name }: Tab) => {
    keepTab(shelf, name)
    void navigate({ pathname: `/${slug}`, search })
  }
  const shortcuts: Shortcut[] = [
    ...TABS.map((one, index) => ({
      key: String(index + 1),
      does: `Open ${one.name}`,
      act: () => openTab(one),
    })),
    { key: 'p', does: 'Choose the path', act: () => focusOn('.bar-path input') },
    { key: 'd', does: 'Choose the dates', act: () => press('.bar-range button') },
    {
      key: '/',
      does: 'Filter the first table',
      act: () => focusOn('.tools-search input:enabled, .tools-key input'),
    },
    { key: 'r', does: 'Bring the figures up to date', act: beatNow },
    { key: '?', does: 'Show these shortcuts', act: () => setHelp(true) },
  ]
  useShortcuts(shortcuts, keys)
  const pathNames = paths.data
  const choosing = useMemo(
    () =>
      needsPath
        ? {
            names: pathNames ?? [],
            chosen: path,
            onChoose: (chosenPath: string) => {
              keepPath(shelf, chosenPath)
              setAddress((before) => withMembers(before, { path: chosenPath }))
            },
          }
        : null,
    [needsPath, pathNames, path, shelf, setAddress],
  )
  const { from: askedFrom, to: askedTo } = asked
  const covering = useMemo(
    () => ({
      chosen: range ?? { from: askedFrom, to: askedTo },
      onChoose: (chosenRange: Range) => {
        keepRange(shelf, chosenRange, now())
        setAddress((before) => withMembers(before, { ...chosenRange }))
      },
      now,
    }),
    [range, askedFrom, askedTo, shelf, setAddress, now],
  )
  const showHelp = useCallback(() => setHelp(true), [])
  const space = useCallback(
    (chosenDensity: Density) => {
      keepDensity(shelf, chosenDensity)
      setDensity(chosenDensity)
    },
    [shelf],
  )

  if (!tab) {
    const remembered = TABS.find(({ name }) => name === keptTab(shelf)) ?? TABS[0]
    return <Navigate to={{ pathname: `/${remembered.slug}`, search }} replace />
  }

  const shown = tab !== drawnTab || (needsPath && path === null && !paths.loading) ? null : range

  return (
    <Tabs
      value={tab.slug}
      onChange={(slug) => openTab(tabOf(slug ?? undefined) ?? tab)}
      keepMounted={false}
      variant="none"
    >
      <TopBar {...{ product, operator, onLogOut }} paths={choosing} range={covering} onHelp={showHelp} />
      <main className="screen" aria-busy={!rest}>
        {'alert' in chosen && (
          <Notice title={chosen.alert} urgent>
            Choose a date range at the top.
          </Notice>
        )}
        {needsPath && paths.failure && (
          <Notice
            title="The list of paths could not be loaded"
            urgent
            action={{ label: 'Retry', act: paths.retry }}
          >
            {paths.failure}
          </Notice>
        )}
        {needsPath && paths.data?.length === 0 && (
          <Notice title="There is no path yet">Publish a flow: what its path earns then stands here.</Notice>
        )}
        {TABS.map(({ slug, tables }) => (
          <Tabs.Panel key={slug} value={slug} className={`panel panel-${slug}`}>
            {shown && (
              <Trend
                report={trend}
                range={shown}
                path={needsPath ? path : null}
                first={slug === 'sales' ? 'revenue' : 'visits'}
                draws={rest}
                now={now}
                updatedAt={live ? at : null}
              />
            )}
            {shown && slug === 'sales' && <SaleStats report={reports['sale-stats']} />}
            {shown &&
              tables
                .slice(0, rest ? tables.length : 1)
                .map((table) => (
                  <ReportTable
                    key={table.report}
                    table={table}
                    report={reports[table.report]}
                    range={shown}
                    path={needsPath ? path : null}
                    density={density}
                    onDensity={space}
                    shelf={shelf}
                    onOpen={setFigure}
                  />
                ))}
          </Tabs.Panel>
        ))}
      </main>
      {range && <BehindDrawer {...{ api, figure, range }} onClose={() => setFigure(null)} />}
      <ShortcutSheet
        shortcuts={shortcuts}
        opened={help}
        onClose={() => setHelp(false)}
        on={keys}
        onSwitch={(on) => {
          keepShortcuts(shelf, on)
          setKeys(on)
        }}
      />
    </Tabs>
  )
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
}
