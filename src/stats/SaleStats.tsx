import { Button, Loader } from '@mantine/core'
import { show } from './cells.ts'
import { BOXES } from './tables.ts'
import type { Report } from './useReports.ts'

/** The two boxes over the tables of the sales tab. Each shows an animation while its figures load. */
export function SaleStats({ report: { data, loading, failure, retry } }: { report: Report }) {
  const row = data?.[0]
  return (
    <div className="boxes">
      {BOXES.map(({ title, figures }) => (
        <section key={title} className="card box" aria-label={title} aria-busy={loading}>
          <h2>{title}</h2>
          {loading ? (
            <Loader type="dots" className="box-loader" aria-label={`Loading ${title}`} />
          ) : failure !== null ? (
            <div role="alert" className="box-failure">
              <p>{failure}</p>
              <Button size="xs" variant="default" onClick={retry}>
                Retry
              </Button>
            </div>
          ) : (
            <dl>
              {figures.map((figure) => (
                <div key={figure.of}>
                  <dt>{figure.title}</dt>
                  <dd>{show(row?.[figure.of] ?? null, figure.format)}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
    </div>
  )
}
