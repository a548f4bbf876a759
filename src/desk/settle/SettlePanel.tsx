import { Alert, Button, Kbd, NumberInput, Textarea } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { SettleEntry, SettleStory } from '../../../schemas/desk/settle.ts'
import { momentText } from '../../time/momentText.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { show } from '../../operator/table/cells.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import type { SettleCalls } from './settleCalls.ts'
import {
  buyerSays,
  consequences,
  isBookable,
  isCorrection,
  KINDS,
  nameOf,
  SETTLE,
  weHave,
} from './settleScreen.ts'
import { questionsCsv } from './questionsCsv.ts'
import type { Settling } from './useSettling.ts'

interface Props {
  /** The chosen entry; null if there is none. */
  entry: number | null
  calls: SettleCalls
  settling: Settling
  mayBook: boolean
}

/** The full story of one entry, what each decision does, and the decisions. */
export function SettlePanel({ entry, calls, settling, mayBook }: Props) {
  const { changes, see } = settling
  const load = useCallback(
    (signal: AbortSignal) => calls.story(entry ?? 0, signal),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [calls, entry, changes],
  )
  const story = useLoaded(entry === null ? null : load, { now: Date.now })
  const shown = story.data?.entry ?? null
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => see(shown), [shown])
  return (
    <aside className="card settle-panel" aria-label={SETTLE.happened} aria-busy={story.loading}>
      <p role="status" className="settle-told">
        {settling.told}
        {settling.last?.isOpen && settling.told !== '' && (
          <Button size="compact-xs" variant="subtle" onClick={() => void settling.undo()}>
            {SETTLE.undo} <Kbd size="xs">Z</Kbd>
          </Button>
        )}
      </p>
      {entry === null ? (
        <p className="card-note">{SETTLE.noEntry}</p>
      ) : (
        <LoadedPart of={story} failed={SETTLE.storyFailed}>
          {(data) => data && <Story story={data} settling={settling} mayBook={mayBook} />}
        </LoadedPart>
      )}
    </aside>
  )
}

function Story({ story, settling, mayBook }: { story: SettleStory; settling: Settling; mayBook: boolean }) {
  const { entry: one, tries, booked, question } = story
  return (
    <>
      <header className="settle-head">
        <h2>{nameOf(one)}</h2>
        <strong>{show(one.stake_cents, 'cents')}</strong>
        <p>
          <span className="state" data-state="in_doubt">
            {KINDS[one.kind]}
          </span>{' '}
          {one.buyer}
          {one.path !== null && ` · /${one.path}`}
          {one.session_uuid !== null && (
            <>
              {' · '}
              <Link to={`/leads/${one.session_uuid}`}>{SETTLE.openLead}</Link>
            </>
          )}
        </p>
      </header>
      <Sides one={one} />
      <h3>{SETTLE.reason}</h3>
      <p>{one.reason}</p>
      {one.asked_at !== null && (
        <p className="card-note">{SETTLE.askedBy(momentText(one.asked_at), one.asked_by ?? '')}</p>
      )}
      {tries.length > 0 && <h3>{SETTLE.happened}</h3>}
      <Lines lines={tries.map(({ message, at }) => [at, message])} />
      {booked.length > 0 && <h3>{SETTLE.ledger}</h3>}
      <Lines lines={booked.map(({ cents, at }) => [at, show(cents, 'cents')])} />
      <h3>{SETTLE.after}</h3>
      <p>{consequences(one)}</p>
      {mayBook ? <Decisions one={one} settling={settling} /> : <p className="card-note">{SETTLE.mayNot}</p>}
      <Question key={one.entry} one={one} text={question} />
    </>
  )
}

/** Both sides, with what differs marked. */
function Sides({ one }: { one: SettleEntry }) {
  const [ours, theirs] = [show(one.ours_cents, 'cents'), show(one.theirs_cents, 'cents')]
  const rows = [
    [SETTLE.ourId, one.key ?? '–', one.external_id ?? '–', false],
    [SETTLE.status, weHave(one), buyerSays(one), true],
    [SETTLE.price, ours, theirs, ours !== theirs],
  ] as const
  return (
    <table className="grid settle-sides-table">
      <thead>
        <tr>
          <td />
          <th scope="col">{SETTLE.leadloom}</th>
          <th scope="col">{one.buyer}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, left, right, differs]) => (
          <tr key={name} data-differs={differs || undefined}>
            <th scope="row">
              {name} {differs && <abbr title={SETTLE.differs}>≠</abbr>}
            </th>
            <td>{left}</td>
            <td>{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Lines({ lines }: { lines: readonly (readonly [at: number, words: string])[] }) {
  if (lines.length === 0) return null
  return (
    <ol className="one-lines">
      {lines.map(([at, words], index) => (
        <li key={index}>
          <time>{momentText(at, 'seconds')}</time> <span>{words}</span>
        </li>
      ))}
    </ol>
  )
}

function Decisions({ one, settling }: { one: SettleEntry; settling: Settling }) {
  const { amount, setAmount, amountField, isBusy, failure, book, returnRest, isOverBooked, ask, dismiss } =
    settling
  const sum = show(amount, 'cents')
  return (
    <div className="settle-acts">
      {failure !== null && (
        <Alert role="alert" color="red">
          {failure}
        </Alert>
      )}
      {isBookable(one) && (
        <>
          <NumberInput
            ref={amountField}
            label={
              <>
                {SETTLE.amount} <Kbd size="xs">E</Kbd>
              </>
            }
            aria-label={SETTLE.amount}
            value={amount / 100}
            min={0}
            max={1_000_000}
            decimalScale={2}
            fixedDecimalScale
            hideControls
            size="xs"
            onChange={(value) => setAmount(Math.round(Number(value) * 100))}
          />
          <Button loading={isBusy} onClick={() => void book()}>
            {actOf(one)(sum)} <Kbd size="xs">{one.returned ? 'T' : 'B'}</Kbd>
          </Button>
          {isOverBooked && (
            <Button variant="default" disabled={isBusy} onClick={() => void returnRest()}>
              {SETTLE.takeBack(show((one.booked_cents ?? 0) - amount, 'cents'))} <Kbd size="xs">T</Kbd>
            </Button>
          )}
        </>
      )}
      <Button variant="default" disabled={isBusy} onClick={() => void ask()}>
        {SETTLE.ask} <Kbd size="xs">A</Kbd>
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => void dismiss()}>
        {SETTLE.dismiss} <Kbd size="xs">D</Kbd>
      </Button>
    </div>
  )
}

/** Name of the button that books. */
function actOf(one: SettleEntry): (sum: string) => string {
  return one.returned ? SETTLE.takeBack : isCorrection(one) ? SETTLE.correct : SETTLE.book
}

/** Text to send to the buyer, to copy or to mail; also as a line of CSV. */
function Question({ one, text }: { one: SettleEntry; text: string }) {
  const [copied, setCopied] = useState<'text' | 'line' | null>(null)
  const copy = async (what: 'text' | 'line') => {
    await navigator.clipboard.writeText(what === 'text' ? text : await questionsCsv([one]))
    setCopied(what)
  }
  const address = `mailto:?subject=${encodeURIComponent(SETTLE.mailSubject)}&body=${encodeURIComponent(text)}`
  return (
    <>
      <Textarea
        className="settle-question"
        label={SETTLE.question}
        value={text}
        readOnly
        autosize
        minRows={4}
        size="xs"
      />
      <div className="settle-acts">
        <Button size="xs" variant="default" onClick={() => void copy('text')}>
          {copied === 'text' ? SETTLE.copied : SETTLE.copy}
        </Button>
        <Button size="xs" variant="default" onClick={() => void copy('line')}>
          {copied === 'line' ? SETTLE.copied : SETTLE.copyLine}
        </Button>
        <Button size="xs" variant="default" component="a" href={address}>
          {SETTLE.mail}
        </Button>
      </div>
    </>
  )
}
