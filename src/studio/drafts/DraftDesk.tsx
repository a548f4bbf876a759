import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../schemas/studio/drafts.ts'
import { PAGE } from './page/pageScreen.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { REPLAY } from './replay/replayScreen.ts'
import { PlaceOpening } from '../panes/Place.tsx'
import { usePageView, type PageViewing } from '../panes/usePageView.ts'
import { ConflictNotice } from './saving/ConflictNotice.tsx'
import type { Path } from '../../author/complete/cursor.ts'
import { stepsOf } from '../../author/edit/stepsOf.ts'
import { readText } from '../../author/forms/readText.ts'
import { pickedPlace, type Picked } from '../../author/forms/pickedPlace.ts'
import { AddStep } from './AddStep.tsx'
import { DeskPanes, type DeskTab } from './DeskPanes.tsx'
import { DifferenceSheet } from './DifferenceSheet.tsx'
import type { DraftKeeper, DraftState } from './saving/draftKeeper.ts'
import type { Saving } from './saving/draftLife.ts'
import { UndoButtons } from './forms/UndoButtons.tsx'
import { useKeptTranslations } from './languages/useKeptTranslations.ts'
import { PagePane } from './page/PagePane.tsx'
import { useDraftPage, type OpenedPage } from './page/useDraftPage.ts'
import { ViewChooser, type DeskView } from './page/ViewChooser.tsx'
import { ReplaySheet } from './replay/ReplaySheet.tsx'
import { SavedState } from './saving/SavedState.tsx'
import { Editors } from './company/CommentsPane.tsx'
import { useCompany } from './company/useCompany.ts'
import { Splitter } from './layout/Splitter.tsx'
import { usePaneWidths, type Side } from './layout/usePaneWidths.ts'
import './layout/layout.css'
import { isHidden, StepList } from './StepList.tsx'
import { StudioBar } from './StudioBar.tsx'
import { TextEditor, type EditorHandle } from './TextEditor.tsx'
import { useDraftKeeper } from './saving/useDraftKeeper.ts'
import { useProblems } from './useProblems.ts'
import { WaitingNotice } from './waiting/WaitingNotice.tsx'

interface Props {
  draft: Draft
  /** Called when the draft was replaced. */
  onReopen: () => void
}

/** Steps of a draft or its text, its page, and beside it its forms, problems and earlier versions. */
export function DraftDesk({ draft, onReopen }: Props) {
  const editor = useRef<EditorHandle>(null)
  const { keeper, state } = useDraftKeeper(draft, (text) => editor.current?.show(text))
  if (!keeper || !state) return null
  return <Desk {...{ keeper, state, editor, onReopen }} />
}

interface DeskProps {
  keeper: DraftKeeper
  state: DraftState
  editor: React.RefObject<EditorHandle | null>
  onReopen: () => void
}

/** States in which the text shown differs from the server's, which is the one checked. */
const NOT_TAKEN: ReadonlySet<Saving> = new Set(['refused', 'away', 'conflict'])

function Desk({ keeper, state, editor, onReopen }: DeskProps) {
  const { path, revision } = state.line
  const checked = { ...useProblems(path, revision), isUnchecked: NOT_TAKEN.has(state.saving) }
  const [sheet, setSheet] = useState<DeskSheet | null>(null)
  /** Counter of changes to what is live or pending. */
  const [live, setLive] = useState(0)
  const countLive = () => setLive((count) => count + 1)
  const page = useDraftPage(path, revision)
  const viewing = usePageView()
  const jump = useJump(page, viewing)
  const { handle, left, setLeft, inSight, setInSight, setReady, openForm, opener, ...panes } =
    useDeskView(editor)
  useKeptTranslations(handle)
  useEffect(() => page.open(), [page.open])
  const company = useCompany(path)
  const widths = usePaneWidths()
  const openBeside = (at: Path) => {
    widths.fold('right', false)
    openForm(at)
  }
  const showStep = (step: string) => {
    setInSight('page')
    jump(step)
  }
  /** Shows the form of what was added, and its step on the page. */
  const added = (at: Path) => {
    openBeside(at)
    jump(shownStepAt(editor.current?.look().doc.toString() ?? '', at))
  }
  return (
    <PlaceOpening value={opener}>
      <div
        className="desk"
        data-left={panes.tab === 'languages' ? 'languages' : left}
        data-in-sight={inSight}
        data-page={viewing.view.size}
        data-folded={['left', 'right'].filter((side) => widths.folded.includes(side as Side)).join(' ')}
        style={widths.style}
      >
        <StudioBar path={path}>
          <Editors names={company.editors} />
          <SavedState state={state} />
          {handle && <UndoButtons editor={handle} />}
          <DeskButtons onSheet={setSheet} />
        </StudioBar>
        <main className="desk-parts">
          <div className="notices">
            <ConflictNotice keeper={keeper} state={state} />
            <WaitingNotice path={path} refreshTick={live} onDecided={countLive} />
            <ViewChooser value={inSight} onChange={setInSight} />
          </div>
          <section className="desk-text" aria-label={PAGE.text}>
            <SegmentedControl
              className="left-chooser"
              transitionDuration={0}
              size="xs"
              aria-label={DRAFTS.left}
              data={[
                { value: 'steps', label: DRAFTS.steps },
                { value: 'json', label: DRAFTS.json },
              ]}
              value={left}
              onChange={(value) => setLeft(value as DeskLeft)}
            />
            {left === 'steps' && handle && (
              <StepList
                editor={handle}
                problems={checked.problems ?? []}
                onOpen={(at, step) => {
                  openBeside(at)
                  if (step !== null) showStep(step)
                }}
              />
            )}
            <div className="desk-json" hidden={left !== 'json'}>
              <TextEditor
                text={keeper.text}
                problems={checked.problems ?? []}
                onChange={keeper.typed}
                onSave={() => void keeper.save()}
                onReady={setReady}
              />
            </div>
            {handle && <AddStep editor={handle} onAdded={added} />}
          </section>
          <Splitter side="left" panes={widths} />
          <PagePane
            page={page}
            viewing={viewing}
            error={checked.problems?.find(({ weight }) => weight === 'error')}
            onPick={(picked) =>
              openBeside(placeIn(editor.current?.look().doc.toString() ?? '', picked) ?? [])
            }
          />
          <Splitter side="right" panes={widths} />
          <DeskPanes
            {...{ keeper, company, path, revision, checked, page, live, onReopen, ...panes }}
            editor={handle}
            onOpenForm={openBeside}
            onStep={showStep}
            onShowIn={(language, step) => {
              // A narrow screen has room for one of them.
              setInSight(step === null ? 'beside' : 'page')
              viewing.change({ language })
              if (step !== null) jump(step)
            }}
          />
        </main>
        {sheet === 'replay' && <ReplaySheet {...{ keeper, path, revision }} onClose={() => setSheet(null)} />}
        {(sheet === 'compare' || sheet === 'publish') && (
          <DifferenceSheet
            toPublish={sheet === 'publish'}
            keeper={keeper}
            path={path}
            onPublished={countLive}
            onClose={() => setSheet(null)}
          />
        )}
      </div>
    </PlaceOpening>
  )
}

/** Jumps to a step on the page, once the page has it and a visitor is known to reach it. */
function useJump({ state }: OpenedPage, { ask }: PageViewing): (step: string | null) => void {
  const [wanted, setWanted] = useState<string | null>(null)
  const reach = state?.steps.find(({ id }) => id === wanted)?.reach
  useEffect(() => {
    if (wanted === null || reach !== 'possible') return
    ask('jump', wanted)
    setWanted(null)
  }, [ask, wanted, reach])
  return setWanted
}

/** Part of the desk that is in sight, and the form or place of the text that is opened there. */
function useDeskView(editor: DeskProps['editor']) {
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const [inSight, setInSight] = useState<DeskView>('page')
  const [left, setLeft] = useState<DeskLeft>('steps')
  const [tab, setTab] = useState<DeskTab>('form')
  const [wantedForm, setWantedForm] = useState<Path | null>(null)
  const setReady = (ready: EditorHandle) => {
    editor.current = ready
    setHandle(ready)
  }
  /** Shows the form of the object at `at` and moves the cursor there. */
  const openForm = (at: Path) => {
    setInSight('beside')
    setTab('form')
    setWantedForm(at)
  }
  const opener = {
    goTo: (place: Parameters<EditorHandle['goTo']>[0]) => {
      setInSight('text')
      setLeft('json')
      // Once it is visible, as hidden elements can't take the focus.
      setTimeout(() => editor.current?.goTo(place))
    },
    canGo: ({ file }: { file?: string | undefined }) => file === undefined,
    title: DRAFTS.goToPlace,
  }
  const panes = { tab, onTab: setTab, wantedForm, onFormShown: () => setWantedForm(null) }
  return { handle, setReady, left, setLeft, inSight, setInSight, openForm, opener, ...panes }
}

type DeskSheet = 'compare' | 'replay' | 'publish'

/** Contents of the left pane. */
type DeskLeft = 'steps' | 'json'

function DeskButtons({ onSheet }: { onSheet: (sheet: DeskSheet) => void }) {
  return (
    <>
      <Button variant="default" size="xs" onClick={() => onSheet('compare')}>
        {DRAFTS.compare}
      </Button>
      <Button variant="default" size="xs" onClick={() => onSheet('replay')}>
        {REPLAY.open}
      </Button>
      <Button size="xs" onClick={() => onSheet('publish')}>
        {DRAFTS.publish}
      </Button>
    </>
  )
}

/** Step at a path, or the first one at or below it, unless visitors don't see it. */
function shownStepAt(text: string, at: Path): string | null {
  const read = readText(text)
  if ('fault' in read) return null
  const steps = stepsOf(read.document).filter((step) => !isHidden(read.document, step))
  const isWithin = (inner: Path, outer: Path) => outer.every((part, index) => inner[index] === part)
  return steps.find((step) => isWithin(at, step.at) || isWithin(step.at, at))?.id ?? null
}

/** Path in the text of an element clicked on the page; null while the text is not JSON. */
function placeIn(text: string, picked: Picked): Path | null {
  const read = readText(text)
  return 'fault' in read ? null : pickedPlace(read.document, picked)
}
