import type { Sentences } from '../../texts/languages/sentences.ts'
import { Component, type ReactNode } from 'react'

interface Props {
  said: Sentences['FAILED']
  /** Whether the page was begun again already, to no avail. */
  again: boolean
  onRetry: () => void
  /** The page stands. */
  onDrawn: () => void
  children: ReactNode
}

/** What is shown when React cannot draw the page, in place of nothing. What was answered waits in the outbox, so the page
 *  can begin again. A class, for React calls nothing else when a component throws; around what renders well it adds no
 *  markup. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidMount() {
    if (!this.state.failed) this.props.onDrawn()
  }

  override render() {
    const { said, again, onRetry, children } = this.props
    if (!this.state.failed) return children
    return (
      <main className="stage state">
        <div role="alert">
          <h1>{said.page}</h1>
          {again ? (
            <p className="lead">{said.kept}</p>
          ) : (
            <button type="button" className="button" onClick={onRetry}>
              {said.retry}
            </button>
          )}
        </div>
      </main>
    )
  }
}
