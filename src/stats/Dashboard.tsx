import '@mantine/dates/styles.css'
import 'mantine-react-table/styles.css'
import './tables.css'
import { Tabs } from '@mantine/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { BrowserRouter, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { tabOf, withMembers } from './address.ts'
import type { Api } from './api.ts'
import type { Range } from './days.ts'
import { dropPath, keepPath, keepRange, keepTab, keptPath, keptRange, keptTab, type Shelf } from './kept.ts'
import { Notice } from './Notice.tsx'
import { choosePath } from './path.ts'
import { askedRange, chooseRange } from './range.ts'
import { ReportTable } from './ReportTable.tsx'
import { SaleStats } from './SaleStats.tsx'
import { TABS, type Tab } from './tables.ts'
import { TopBar } from './TopBar.tsx'
import { usePaths, useReports } from './useReports.ts'

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

  const paths = usePaths(api)
  const path =
    paths.data && choosePath(paths.data, { asked: address.get('path'), kept: keptPath(shelf), product })
  const [rangeAtStart] = useState(() => keptRange(shelf, now()))
  const asked = askedRange(address)
  const chosen = chooseRange(asked, rangeAtStart, now())
  const range = 'range' in chosen ? chosen.range : null
  const reports = useReports(api, path, range)

  useEffect(() => {
    const kept = keptPath(shelf)
    if (kept !== null && paths.data && !paths.data.includes(kept)) dropPath(shelf)
  }, [shelf, paths.data])
  useEffect(() => {
    if (tab) document.title = `${tab.name} - ${product}`
  }, [tab, product])

  if (!tab) {
    const remembered = TABS.find(({ name }) => name === keptTab(shelf)) ?? TABS[0]
    return <Navigate to={{ pathname: `/${remembered.slug}`, search }} replace />
  }

  const openTab = ({ slug, name }: Tab) => {
    keepTab(shelf, name)
    void navigate({ pathname: `/${slug}`, search })
  }
  const choose = (chosenPath: string) => {
    keepPath(shelf, chosenPath)
    setAddress(withMembers(address, { path: chosenPath }))
  }
  const cover = (chosenRange: Range) => {
    keepRange(shelf, chosenRange, now())
    setAddress(withMembers(address, { ...chosenRange }))
  }
  const needsPath = tab.slug !== 'analytics'
  const shown = tab !== drawnTab || (needsPath && path === null && !paths.loading) ? null : range

  return (
    <Tabs
      value={tab.slug}
      onChange={(slug) => openTab(tabOf(slug ?? undefined) ?? tab)}
      keepMounted={false}
      variant="none"
    >
      <TopBar
        {...{ product, operator, onLogOut }}
        paths={needsPath ? { names: paths.data ?? [], chosen: path, onChoose: choose } : null}
        range={{ chosen: range ?? asked, onChoose: cover, now }}
      />
      <main className="screen">
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
            {shown && slug === 'sales' && <SaleStats report={reports['sale-stats']} />}
            {shown &&
              tables.map((table) => (
                <ReportTable
                  key={table.report}
                  table={table}
                  report={reports[table.report]}
                  range={shown}
                  path={needsPath ? path : null}
                />
              ))}
          </Tabs.Panel>
        ))}
      </main>
    </Tabs>
  )
}
