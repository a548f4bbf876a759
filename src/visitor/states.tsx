/** What is seen while there is no step. */

export function Spinner() {
  return (
    <main className="stage state" aria-busy="true">
      <div className="spinner" role="status">
        <span className="visually-hidden">Loading…</span>
      </div>
    </main>
  )
}

/** Source: spec, section 2 "Funnel entry screen". */
export function NotFound() {
  return (
    <main className="stage state">
      <h1>{NOT_FOUND}</h1>
      <p className="lead">{"Sorry, we couldn't find the page you're looking for."}</p>
    </main>
  )
}

export const NOT_FOUND = 'Page not found.'
