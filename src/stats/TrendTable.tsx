import { openedInTrend } from './behindTrend.ts'
import { CellFigure } from './CellFigure.tsx'
import { bucketName, type Unit } from './days.ts'
import { METRICS, type Bucket } from './trend.ts'
import type { OpenFigure } from './useOpened.ts'

interface Props {
  buckets: readonly Bucket[]
  unit: Unit
  onOpen: OpenFigure
}

/** What the chart draws, for whoever would rather read. */
export function TrendTable({ buckets, unit, onOpen }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="behind-scroll" tabIndex={0} role="group" aria-label={`Figures by ${unit}`}>
      <table className="singles">
        <thead>
          <tr>
            <th scope="col">{unit === 'day' ? 'Day' : 'Hour'}</th>
            {METRICS.map(({ slug, title }) => (
              <th key={slug} scope="col" className="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ ahead }) => !ahead)
            .map(({ at, sums }) => (
              <tr key={at}>
                <th scope="row">{bucketName(at, unit)}</th>
                {METRICS.map((metric) => (
                  <td key={metric.slug} className="right">
                    <CellFigure
                      column={metric}
                      value={metric.of(sums)}
                      onOpen={() => onOpen(openedInTrend(metric, at))}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
