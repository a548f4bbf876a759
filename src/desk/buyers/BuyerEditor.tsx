import { Alert, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import schemaFile from '../../../schemas/json/buyers.schema.json'
import type { KnownBuyer, TestedBuyer } from '../../../schemas/desk/buyers.ts'
import type { ProblemDetails } from '../../../schemas/author/problem.ts'
import { valueAt, type Shape } from '../../author/complete/shapes.ts'
import { changedAt } from '../../forms/changedAt.ts'
import { momentText } from '../../operator/days/days.ts'
import { errorsOf, reasonOf, statusOf } from '../../operator/loading/operatorCalls.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { useMay } from '../parts/deskContext.ts'
import { BUYERS, BUYER_FORM } from './buyerScreen.ts'
import type { buyerCalls } from './buyerCalls.ts'
import { keptSecrets, ObjectSection } from './ObjectSection.tsx'
import { TestResult } from './TestResult.tsx'
import { unsavedBuyers, useAskBeforeLeaving } from './unsavedBuyers.ts'

const SCHEMA = schemaFile as unknown as Shape

interface Props {
  line: KnownBuyer
  calls: ReturnType<typeof buyerCalls>
  /** Reloads it. */
  onReload: () => void
}

type Trouble = { what: string; isConflict: boolean }
type Busy = 'save' | 'test' | 'pause' | null

/** One buyer, with its form to save, test, pause and remove it. */
export function BuyerEditor({ line, calls, onReload }: Props) {
  const { buyer, origin } = line
  const navigate = useNavigate()
  const [base, setBase] = useState(line)
  const [document, setDocument] = useState(unsavedBuyers.get(buyer)?.document ?? line.document)
  const [revision, setRevision] = useState(unsavedBuyers.get(buyer)?.revision ?? line.revision)
  const [problems, setProblems] = useState<ReadonlyMap<string, string[]>>(NONE)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [tested, setTested] = useState<TestedBuyer | null>(null)
  const [busy, setBusy] = useState<Busy>(null)
  const [said, setSaid] = useState('')
  const [isRemoving, setRemoving] = useState(false)
  useAskBeforeLeaving()
  const at = useMemo(() => ['buyers', buyer], [buyer])
  const mayManage = useMay('managesBuyers')
  const isReadOnly = origin === 'file' || !mayManage
  const isUnsaved = unsavedBuyers.has(buyer)
  const whole = { buyers: { [buyer]: document } }
  const kept = useMemo(
    () => keptSecrets(SCHEMA, { buyers: { [buyer]: base.document } }, at),
    [base, buyer, at],
  )
  const isKnown = base.revision > 0
  // Problems of a missing part have no field to be shown beside.
  const unplaced = [...problems].flatMap(([place, found]) =>
    place === at.join('/') || valueAt(whole, place.split('/')) === undefined ? found : [],
  )

  function change(place: (string | number)[], value: unknown): void {
    setDocument((before) => {
      const next = valueAt(changedAt({ buyers: { [buyer]: before } }, place, value), at) as typeof before
      unsavedBuyers.set(buyer, { revision, document: next })
      return next
    })
    // The change may have fixed those problems.
    const changed = place.join('/')
    const isThere = (at: string) => changed.startsWith(`${at}/`) || `${at}/`.startsWith(`${changed}/`)
    setProblems((before) => new Map([...before].filter(([at]) => !isThere(at))))
    setSaid('')
  }
  function discard(): void {
    unsavedBuyers.delete(buyer)
    setDocument(base.document)
    setRevision(base.revision)
    setProblems(NONE)
    setTrouble(null)
    onReload()
  }
  function taken(saved: KnownBuyer, sentence: string): void {
    unsavedBuyers.delete(buyer)
    setBase(saved)
    setDocument(saved.document)
    setRevision(saved.revision)
    setProblems(NONE)
    setTrouble(null)
    setSaid(sentence)
  }
  function refused(error: unknown): void {
    setProblems(byPlace(buyer, errorsOf(error)))
    setTrouble({ what: reasonOf(error), isConflict: statusOf(error) === 409 })
  }
  async function run(what: Exclude<Busy, null>, act: () => Promise<void>): Promise<void> {
    setBusy(what)
    setTrouble(null)
    setSaid('')
    await act().catch(refused)
    setBusy(null)
  }
  const save = (from = revision, changed = document) =>
    run('save', async () =>
      taken(await calls.save({ buyer, revision: from, document: changed }), BUYERS.saved),
    )
  const isPaused = document['paused'] === true
  const pause = () =>
    run('pause', async () => {
      const { paused: _, ...rest } = base.document
      const next = isPaused ? rest : { ...base.document, paused: true }
      taken(
        await calls.save({ buyer, revision, document: next }),
        isPaused ? BUYERS.resumed : BUYERS.isPaused,
      )
    })
  const test = () =>
    run('test', async () => {
      setTested(null)
      setTested(await calls.test({ buyer, ...(!isReadOnly && { change: { revision, document } }) }))
    })
  /** Saves over another person's change, after the operator has been told of it. */
  async function saveOver(): Promise<void> {
    const theirs = (await calls.list(new AbortController().signal)).data.find(
      (one) => one.buyer === buyer && one.origin === 'store',
    )
    await save(theirs?.revision ?? 0)
  }

  return (
    <section className="card buyer" aria-labelledby="buyer-title" data-read-only={isReadOnly || undefined}>
      <Link to="/buyers" className="link buyer-back">
        {BUYERS.back}
      </Link>
      <header className="card-head">
        <div>
          <h1 id="buyer-title">{buyer}</h1>
          <p className="card-note">
            {base.saved_at === null
              ? origin === 'file'
                ? BUYERS.fileNote
                : BUYERS.newNote
              : BUYERS.savedBy(base.saved_by ?? '', momentText(base.saved_at), base.revision)}
          </p>
        </div>
        {!isReadOnly && (
          <div className="tools">
            {isKnown && CAN_PAUSE && (
              <Button
                size="xs"
                variant="default"
                loading={busy === 'pause'}
                disabled={isUnsaved}
                onClick={pause}
              >
                {isPaused ? BUYERS.resume : BUYERS.pause}
              </Button>
            )}
            {isKnown && (
              <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
                {BUYERS.remove}
              </Button>
            )}
          </div>
        )}
      </header>
      {base.problem !== null && <Alert color="red">{`${BUYERS.unused}: ${base.problem}`}</Alert>}
      {isUnsaved && revision !== base.revision && <Alert color="yellow">{BUYERS.behind}</Alert>}
      <ObjectSection
        at={at}
        form={{ schema: SCHEMA, document: whole, problems, kept, isReadOnly, onChange: change }}
      />
      <div className="buyer-end">
        <div role="alert">
          {trouble && (
            <Alert color="red">
              {trouble.what}{' '}
              {trouble.isConflict && !isReadOnly && (
                <>
                  {BUYERS.conflict}{' '}
                  <button type="button" className="link" onClick={discard}>
                    {BUYERS.takeTheirs}
                  </button>{' '}
                  <button type="button" className="link" onClick={() => void saveOver()}>
                    {BUYERS.saveOver}
                  </button>
                </>
              )}
              {unplaced.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </Alert>
          )}
        </div>
        <div className="tools">
          {!isReadOnly && (
            <Button loading={busy === 'save'} disabled={!isUnsaved} onClick={() => void save()}>
              {BUYERS.save}
            </Button>
          )}
          {mayManage && (
            <Button variant="default" loading={busy === 'test'} onClick={() => void test()}>
              {BUYERS.test}
            </Button>
          )}
          {isUnsaved && (
            <Button variant="subtle" onClick={discard}>
              {BUYERS.discard}
            </Button>
          )}
          <span role="status">{said || (isUnsaved ? BUYERS.unsaved : '')}</span>
        </div>
        <p className="form-about">{BUYER_FORM.testAbout}</p>
      </div>
      {tested && <TestResult tested={tested} />}
      {isRemoving && (
        <AskFirst
          title={BUYERS.removeTitle(buyer)}
          note={BUYERS.removeNote}
          act={BUYERS.remove}
          onAct={async () => {
            await calls.remove({ buyer, revision: base.revision })
            unsavedBuyers.delete(buyer)
            void navigate('/buyers')
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  )
}

const NONE: ReadonlyMap<string, string[]> = new Map()

const CAN_PAUSE = JSON.stringify(schemaFile).includes('"paused"')

function byPlace(buyer: string, errors: NonNullable<ProblemDetails['errors']>): Map<string, string[]> {
  const places = Map.groupBy(errors, ({ field }) => ['buyers', buyer, field].filter(Boolean).join('/'))
  return new Map([...places].map(([place, found]) => [place, found.map(({ message }) => message)]))
}
