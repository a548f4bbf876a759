import type { Sentences } from '../../texts/languages/sentences.ts'
import { PAGE } from '../../texts/visitorPage.ts'

/** Screen while there is no step. */

export function Spinner() {
  return (
    <main className="stage state" aria-busy="true">
      <div className="spinner" role="status">
        <span className="visually-hidden">{PAGE.loading}</span>
      </div>
    </main>
  )
}

export function NotFound({ NOT_FOUND, WAY_HOME }: Pick<Sentences, 'NOT_FOUND' | 'WAY_HOME'>) {
  return (
    <main className="stage state">
      <h1>{NOT_FOUND.title}</h1>
      <p className="lead">{NOT_FOUND.lead}</p>
      <p className="lead">
        <a href={WAY_HOME.href}>{WAY_HOME.text}</a>
      </p>
    </main>
  )
}
