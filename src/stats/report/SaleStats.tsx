import { Skeleton } from '@mantine/core'
import { openedIn } from '../drilldown/drilldowns.ts'
import { CellFigure } from '../drilldown/CellFigure.tsx'
import { valueOf } from '../../rows/figures.ts'
import { Notice, Outdated } from '../../operator/loading/Notice.tsx'
import { BOXES, SALE_STATS } from '../tables/tables.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import type { Report } from './useReports.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { TABLE } from '../grid/tableWords.ts'

interface Props {
  report: Report
  onOpen: OpenFigure
}

/** The two boxes above the sales tables. While they load, each shows an animation of the same shape. */
export function SaleStats({ report, onOpen }: Props) {
  const { data, loading, failure, retry } = report
  if (failure !== null) {
    return (
      <div className="card card-figures" role="group" aria-label={TABLE.sales}>
        <Notice title={TABLE.salesFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      </div>
    )
  }
  return (
    <div className="boxes" role="group" aria-label={TABLE.sales}>
      <Outdated report={report} />
      {BOXES.map(({ title, figures }) => (
        <section key={title} className="card box" aria-label={title} aria-busy={loading}>
          <h2>{title}</h2>
          <dl>
            {figures.map((figure) => (
              <div key={figure.id}>
                <dt>{loading ? <Skeleton height={12} width={130} my={3} /> : figure.title}</dt>
                <dd>
                  {loading ? (
                    <Skeleton height={21} width={96} my={5} />
                  ) : (
                    <CellFigure
                      column={figure}
                      value={valueOf(figure, data?.[0] ?? {})}
                      onOpen={() => onOpen(openedIn(SALE_STATS, figure.id, null))}
                    />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
