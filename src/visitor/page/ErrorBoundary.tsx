import type { Sentences } from '../../texts/languages/sentences.ts'
import { Component, type ReactNode } from 'react'

interface Props {
  said: Sentences['FAILED']
  /** True if the page was already restarted without success. */
  again: boolean
  onRetry: () => void
  /** Called once the page has rendered. */
  onDrawn: () => void
  children: ReactNode
}

/** Fallback when React cannot render the page. Answers are in the outbox, so the page can start again. A class, because React supports
 *  error boundaries only as classes; adds no markup around what renders. */
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
