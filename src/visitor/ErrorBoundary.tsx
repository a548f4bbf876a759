import { Component, type ReactNode } from 'react'

/** What is shown when React cannot draw the page, in place of nothing. What was answered waits in the outbox, so the page
 *  can begin again. A class, for React calls nothing else when a component throws; around what renders well it adds no
 *  markup. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="stage state">
        <div role="alert">
          <h1>Something went wrong on this page.</h1>
          <button type="button" className="button" onClick={() => location.reload()}>
            Try again
          </button>
        </div>
      </main>
    )
  }
}
