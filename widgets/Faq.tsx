import type { ElementOf } from '../schemas/element.ts'
import type { Given } from './given.ts'

/** Questions that open their answers. The browser opens them: no script is needed. */
export function Faq({ element: { title, entries }, given }: { element: ElementOf<'faq'> } & Given) {
  const { buyerNames, Prose, useStep } = given
  const { flow, offer_key } = useStep()
  const buyers = buyerNames(flow, offer_key)
  return (
    <div className="faq">
      {title !== undefined && <h2>{title}</h2>}
      {entries.map(({ question, html }, index) => (
        <details key={index}>
          <summary>{question}</summary>
          <Prose html={html} buyers={buyers} />
        </details>
      ))}
    </div>
  )
}
