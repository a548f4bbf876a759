import type { ElementOf } from '../schemas/elements/element.ts'
import type { WithAppParts } from './appParts.ts'

/** Questions that open their answers, without a script. */
export function Faq({ element: { title, entries }, parts }: Props) {
  const { buyerNames, Prose, useReading } = parts
  const { flow, offer_key } = useReading()
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

type Props = { element: Pick<ElementOf<'faq'>, 'title' | 'entries'> } & WithAppParts
