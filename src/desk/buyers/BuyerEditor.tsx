import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { KnownBuyer } from '../../../schemas/desk/buyers.ts'
import { valueAt } from '../../author/complete/shapes.ts'
import { momentText } from '../../operator/days/days.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { useMay } from '../parts/deskContext.ts'
import { BUYERS, BUYER_FORM } from './buyerScreen.ts'
import type { buyerCalls } from './buyerCalls.ts'
import { ObjectSection } from './ObjectSection.tsx'
import { TestResult } from './TestResult.tsx'
import { unsavedBuyers } from './unsavedBuyers.ts'
import { SCHEMA, useBuyerDraft, type BuyerDraft } from './useBuyerDraft.ts'

interface Props {
  line: KnownBuyer
  calls: ReturnType<typeof buyerCalls>
  /** Reloads it. */
  onReload: () => void
}

/** One buyer, with its form to save, test, pause and remove it. */
export function BuyerEditor({ line, calls, onReload }: Props) {
  const { buyer, origin } = line
  const navigate = useNavigate()
  const mayManage = useMay('managesBuyers')
  const isReadOnly = origin === 'file' || !mayManage
  const draft = useBuyerDraft({ line, calls, isReadOnly, onReload })
  const { base, at, whole, kept, problems, tested } = draft
  const [isRemoving, setRemoving] = useState(false)
  return (
    <section className="card buyer" aria-labelledby="buyer-title" data-read-only={isReadOnly || undefined}>
      <Link to="/buyers" className="link buyer-back">
        {BUYERS.back}
      </Link>
      <header className="card-head">
        <BuyerTitle line={line} base={base} />
        {!isReadOnly && <BuyerTools draft={draft} onRemove={() => setRemoving(true)} />}
      </header>
      {base.problem !== null && <Alert color="red">{`${BUYERS.unused}: ${base.problem}`}</Alert>}
      {draft.isUnsaved && draft.revision !== base.revision && <Alert color="yellow">{BUYERS.behind}</Alert>}
      <ObjectSection
        at={at}
        form={{ schema: SCHEMA, document: whole, problems, kept, isReadOnly, onChange: draft.change }}
      />
      <div className="buyer-end">
        <div role="alert">
          <BuyerTrouble draft={draft} isReadOnly={isReadOnly} />
        </div>
        <BuyerButtons draft={draft} isReadOnly={isReadOnly} mayTest={mayManage} />
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

function BuyerTitle({ line: { buyer, origin }, base }: { line: KnownBuyer; base: KnownBuyer }) {
  return (
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
  )
}

/** Buttons to pause and remove a buyer that was saved. */
function BuyerTools({ draft, onRemove }: { draft: BuyerDraft; onRemove: () => void }) {
  const { base, busy, isUnsaved, isPaused, pause } = draft
  const isKnown = base.revision > 0
  return (
    <div className="tools">
      {isKnown && CAN_PAUSE && (
        <Button size="xs" variant="default" loading={busy === 'pause'} disabled={isUnsaved} onClick={pause}>
          {isPaused ? BUYERS.resume : BUYERS.pause}
        </Button>
      )}
      {isKnown && (
        <Button size="xs" variant="default" onClick={onRemove}>
          {BUYERS.remove}
        </Button>
      )}
    </div>
  )
}

/** Reason why the last action failed, and the problems without a field of their own. */
function BuyerTrouble({ draft, isReadOnly }: { draft: BuyerDraft; isReadOnly: boolean }) {
  const { at, whole, problems, trouble, discard, saveOver } = draft
  if (!trouble) return null
  // Problems of a missing part have no field to be shown beside.
  const unplaced = [...problems].flatMap(([place, found]) =>
    place === at.join('/') || valueAt(whole, place.split('/')) === undefined ? found : [],
  )
  return (
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
  )
}

interface ButtonsProps {
  draft: BuyerDraft
  isReadOnly: boolean
  mayTest: boolean
}

/** Buttons to save, test and discard, and the outcome. */
function BuyerButtons({ draft, isReadOnly, mayTest }: ButtonsProps) {
  const { busy, said, isUnsaved, save, test, discard } = draft
  return (
    <div className="tools">
      {!isReadOnly && (
        <Button loading={busy === 'save'} disabled={!isUnsaved} onClick={() => void save()}>
          {BUYERS.save}
        </Button>
      )}
      {mayTest && (
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
  )
}

const CAN_PAUSE = JSON.stringify(SCHEMA).includes('"paused"')
