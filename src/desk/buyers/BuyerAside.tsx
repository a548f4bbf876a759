import { EDITOR } from './buyerScreen.ts'
import { buyerChanges, buyerSentence, type BuyerDocument } from './buyerSentence.ts'

/** Description of the buyer in a sentence, and the list of unsaved changes. */
export function BuyerAside({ before, after }: { before: BuyerDocument; after: BuyerDocument }) {
  const changes = buyerChanges(before, after)
  return (
    <aside className="buyer-aside" aria-label={EDITOR.sentence}>
      <h2>{EDITOR.sentence}</h2>
      <p>{buyerSentence(after)}</p>
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
