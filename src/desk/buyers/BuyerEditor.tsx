import { Alert, Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { KnownBuyer } from '../../../schemas/desk/buyers.ts'
import { valueAt } from '../../author/complete/shapes.ts'
import { momentText } from '../../time/momentText.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { useMay } from '../parts/deskContext.ts'
import { BuyerAside } from './BuyerAside.tsx'
import { LastWeekPart } from './LastWeekPart.tsx'
import { CopiesSection } from './CopiesSection.tsx'
import { BUYERS, BUYER_FORM, EDITOR } from './buyerScreen.ts'
import type { BuyerDocument } from './buyerSentence.ts'
import { MEMBERS, type Section } from './buyerWords.ts'
import { FiltersSection } from './FiltersSection.tsx'
import { HoursSection } from './HoursSection.tsx'
import type { buyerCalls } from './buyerCalls.ts'
import {
  CapsSection,
  ConnectionSection,
  Members,
  PriceSection,
  Tick,
  type OpenBuyer,
  type SectionProps,
} from './plainSections.tsx'
import { TestResult } from './TestResult.tsx'
import { unsavedBuyers } from './unsavedBuyers.ts'
import { SCHEMA, useBuyerDraft, type BuyerDraft } from './useBuyerDraft.ts'

interface Props {
  line: OpenBuyer
  calls: ReturnType<typeof buyerCalls>
  /** Reloads it. */
  onReload: () => void
}

/** One buyer, with its form to save, test, pause, and remove it. */
export function BuyerEditor({ line, calls, onReload }: Props) {
  const { buyer, origin } = line
  const navigate = useNavigate()
  const mayManage = useMay('managesBuyers')
  const isReadOnly = origin === 'file' || !mayManage
  const draft = useBuyerDraft({ line, calls, isReadOnly, onReload })
  const { base, at, whole, kept, problems, tested, document } = draft
  const [isRemoving, setRemoving] = useState(false)
  const isNew = base.revision === 0 && (origin === 'store' || draft.isUnsaved)
  const form = { schema: SCHEMA, document: whole, problems, kept, isReadOnly, onChange: draft.change }
  const before = isNew ? {} : base.document
  const props = { at, document, form, used: line.used, now: useMinute() }
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
      <div className="buyer-columns">
        <SectionLinks changed={changedSections(base.document, document)} />
        <div className="buyer-sections">
          {PARTS.map(([section, Content]) => (
            <section
              key={section}
              id={`buyer-${section}`}
              aria-labelledby={`buyer-${section}-title`}
              tabIndex={-1}
            >
              <h2 id={`buyer-${section}-title`}>{EDITOR.sections[section]}</h2>
              {EDITOR.about[section] !== '' && <p className="form-about">{EDITOR.about[section]}</p>}
              <Content {...props} />
              {section === 'test' && (
                <TestPart draft={draft} mayTest={mayManage}>
                  {tested && <TestResult tested={tested} />}
                </TestPart>
              )}
            </section>
          ))}
        </div>
        <BuyerAside before={before} after={document}>
          {!isReadOnly && (
            <LastWeekPart
              change={{ buyer, revision: draft.revision, document }}
              before={before}
              calls={calls}
            />
          )}
        </BuyerAside>
      </div>
      <div className="buyer-end">
        <div role="alert">
          <BuyerTrouble draft={draft} isReadOnly={isReadOnly} />
        </div>
        <BuyerButtons draft={draft} isReadOnly={isReadOnly} />
      </div>
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
          ? NOTES[origin]
          : BUYERS.savedBy(base.saved_by ?? '', momentText(base.saved_at), base.revision)}
      </p>
    </div>
  )
}

/** Notes on buyers that were never saved. */
const NOTES = { file: BUYERS.fileNote, demo: BUYERS.demoNote, store: BUYERS.newNote } as const

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

const PARTS = [
  ['connection', ConnectionSection],
  ['price', PriceSection],
  ['caps', CapsSection],
  ['hours', HoursSection],
  ['filters', FiltersSection],
  ['auction', AuctionSection],
  ['copies', CopiesSection],
  ['test', TestSection],
] as const

/** Links to the sections; a dot marks those with changes. */
function SectionLinks({ changed }: { changed: ReadonlySet<Section> }) {
  return (
    <nav className="buyer-links" aria-label={EDITOR.parts}>
      {PARTS.map(([section]) => (
        <button
          key={section}
          type="button"
          data-changed={changed.has(section) || undefined}
          onClick={() => {
            const target = window.document.getElementById(`buyer-${section}`)
            target?.scrollIntoView({ block: 'start' })
            target?.focus({ preventScroll: true })
          }}
        >
          {EDITOR.sections[section]}
        </button>
      ))}
    </nav>
  )
}

function AuctionSection(props: SectionProps) {
  return <Members {...props} section="auction" />
}

function TestSection(props: SectionProps) {
  return (
    <>
      <Members {...props} section="test" except={['test']} />
      <Tick {...props} member="test" />
    </>
  )
}

/** Button to send a test lead, and its outcome. */
function TestPart({
  draft,
  mayTest,
  children,
}: {
  draft: BuyerDraft
  mayTest: boolean
  children: ReactNode
}) {
  return (
    <>
      {mayTest && (
        <Button
          variant="default"
          size="sm"
          loading={draft.busy === 'test'}
          onClick={() => void draft.test()}
          className="buyer-try"
        >
          {BUYERS.test}
        </Button>
      )}
      <p className="form-about">{BUYER_FORM.testAbout}</p>
      {children}
    </>
  )
}

/** The current minute, for what depends on the time of day. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function changedSections(before: BuyerDocument, after: BuyerDocument): ReadonlySet<Section> {
  const members = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]
  const changed = members.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
  return new Set(changed.map((member) => MEMBERS[member].section))
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
}

/** Buttons to save and discard, and the outcome. */
function BuyerButtons({ draft, isReadOnly }: ButtonsProps) {
  const { busy, said, isUnsaved, turning, save, saveAnyway, keepEditing, discard } = draft
  return (
    <div className="tools">
      {turning && (
        <AskFirst
          title={BUYERS.turnsAway(turning.turned_away, turning.waiting, turning.is_all)}
          note={BUYERS.turnsAwayWhy}
          act={BUYERS.saveAnyway}
          onAct={saveAnyway}
          onClose={keepEditing}
        />
      )}
      {!isReadOnly && (
        <Button loading={busy === 'save'} disabled={!isUnsaved} onClick={() => void save()}>
          {BUYERS.save}
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
