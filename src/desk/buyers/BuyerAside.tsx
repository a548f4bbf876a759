import type { ReactNode } from 'react'
import { EDITOR } from './buyerScreen.ts'
import { buyerChanges, buyerSentence, type BuyerDocument } from './buyerSentence.ts'

interface Props {
  before: BuyerDocument
  after: BuyerDocument
  /** Effect of the changes. */
  children: ReactNode
}

/** Description of the buyer in a sentence, the effect of unsaved changes, and their list. */
export function BuyerAside({ before, after, children }: Props) {
  const changes = buyerChanges(before, after)
  return (
    <aside className="buyer-aside" aria-label={EDITOR.sentence}>
      <h2>{EDITOR.sentence}</h2>
      <p>{buyerSentence(after)}</p>
      {children}
      <h2>{changes.length > 0 ? EDITOR.changes(changes.length) : EDITOR.noChanges}</h2>
      <dl className="buyer-changes">
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before !== '' && <del aria-label={`${EDITOR.was} ${before}`}>{before}</del>}{' '}
              <ins>{after || EDITOR.none}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
