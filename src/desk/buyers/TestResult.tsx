import type { TestedBuyer, TestExchange } from '../../../schemas/desk/buyers.ts'
import { show } from '../../operator/table/cells.ts'
import { BUYER_TEST } from './buyerScreen.ts'

/** Request of a test, its response, and how it is understood. */
export function TestResult({ tested: { exchanges } }: { tested: TestedBuyer }) {
  return (
    <section className="buyer-test" aria-label={BUYER_TEST.title} role="status">
      <h2>{BUYER_TEST.title}</h2>
      {exchanges.map((exchange, index) => (
        <div key={index} className="buyer-exchange">
          <p>
            <span className="state" data-state={MARKS[exchange.understood]}>
              {BUYER_TEST.understood[exchange.understood]}
            </span>{' '}
            {exchange.cents !== null && show(exchange.cents, 'cents')} {exchange.reason}
          </p>
          <h3>{exchanges.length === 2 && index === 0 ? BUYER_TEST.askedWith : BUYER_TEST.sent}</h3>
          <pre>{requestText(exchange)}</pre>
          {exchange.status !== null && (
            <>
              <h3>{BUYER_TEST.answered(exchange.status)}</h3>
              <pre>{exchange.answer || BUYER_TEST.nothing}</pre>
            </>
          )}
        </div>
      ))}
      <p className="form-about">{BUYER_TEST.countsNothing}</p>
    </section>
  )
}

function requestText({ url, headers, body }: TestExchange): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${url}`, ...head, '', body].join('\n')
}

const MARKS: Record<TestExchange['understood'], string> = {
  bid: 'accepted',
  accepted: 'accepted',
  duplicate: 'duplicate',
  rejected: 'rejected',
  retry: 'due',
  error: 'dead',
  failed: 'dead',
}
