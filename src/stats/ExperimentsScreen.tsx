import { Tabs } from '@mantine/core'
import { lazy, Suspense, useEffect, type ComponentProps } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LoadingBlock } from '../operator/loading/LoadingBlock.tsx'
import { Notice } from '../operator/loading/Notice.tsx'
import type { Api } from './tables/api.ts'
import { TopBar } from './TopBar.tsx'
import { EXPERIMENTS_TAB } from './tables/tables.ts'
import { TREND_TEXT } from './tables/trendWords.ts'
import { EXPERIMENTS } from './experiments/experimentWords.ts'

interface Props extends Pick<ComponentProps<typeof TopBar>, 'product' | 'operator' | 'stays' | 'onLogOut'> {
  api: Api
  publishes: boolean
}

/** Loaded when it is opened: most operators look at the tables. */
const List = lazy(() =>
  import('./experiments/ExperimentList.tsx').then(
    ({ ExperimentList }) => ({ default: ExperimentList }),
    () => ({ default: NoList }),
  ),
)

/** The experiments, below the same tabs as the tables. They are of all paths and of their own days. */
export function ExperimentsScreen({ api, publishes, product, ...bar }: Props) {
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    document.title = `${EXPERIMENTS.title} - ${product}`
  }, [product])
  return (
    <Tabs
      value={EXPERIMENTS_TAB.slug}
      onChange={(slug) => void navigate({ pathname: `/${slug}`, search })}
      keepMounted={false}
      variant="none"
    >
      <TopBar {...bar} product={product} tools={null} />
      <main className="screen">
        <Tabs.Panel value={EXPERIMENTS_TAB.slug} className="panel">
          <Suspense fallback={<LoadingBlock height={420} />}>
            <List inside={api.inside} publishes={publishes} />
          </Suspense>
        </Tabs.Panel>
      </main>
    </Tabs>
  )
}

function NoList() {
  return (
    <Notice
      title={EXPERIMENTS.failed}
      urgent
      action={{ label: TREND_TEXT.loadAgain, act: () => location.reload() }}
    >
      {EXPERIMENTS.noneWhy}
    </Notice>
  )
}
