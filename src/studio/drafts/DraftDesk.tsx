import { Alert, Button, Tabs, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Draft } from '../../../schemas/studio/drafts.ts'
import { SCREEN } from '../../texts/statsScreen.ts'
import { PAGE } from '../../texts/studio/pageScreen.ts'
import { DRAFTS } from '../../texts/studio/draftScreen.ts'
import { REPLAY } from '../../texts/studio/replayScreen.ts'
import { STUDIO } from '../../texts/studio/studioScreen.ts'
import { KnownPane } from '../panes/KnownPane.tsx'
import { PlaceOpening } from '../panes/Place.tsx'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'
import { StepsPane } from '../panes/StepsPane.tsx'
import { usePageView } from '../panes/usePageView.ts'
import { ConflictNotice } from './saving/ConflictNotice.tsx'
import { DifferenceSheet } from './DifferenceSheet.tsx'
import type { DraftKeeper, DraftState } from './saving/draftKeeper.ts'
import { PagePane } from './page/PagePane.tsx'
import { useDraftPage } from './page/useDraftPage.ts'
import { ViewChooser, type DeskView } from './page/ViewChooser.tsx'
import { ReplaySheet } from './replay/ReplaySheet.tsx'
import { SavedState } from './saving/SavedState.tsx'
import { StudioBar } from './StudioBar.tsx'
import { TextEditor, type EditorHandle } from './TextEditor.tsx'
import { useDraftKeeper } from './saving/useDraftKeeper.ts'
import { useProblems, type Checked } from './useProblems.ts'
import { VersionsPane } from './VersionsPane.tsx'
import { WaitingNotice } from './waiting/WaitingNotice.tsx'

interface Props {
  draft: Draft
  /** The draft was made anew. */
  onReopen: () => void
}

/** The text of a draft, and beside it what is wrong with it, its steps and the versions before. */
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

function Desk({ keeper, state, editor, onReopen }: DeskProps) {
  const { path, revision } = state.line
  const checked = useProblems(path, revision)
  const [sheet, setSheet] = useState<'compare' | 'replay' | 'publish' | null>(null)
  /** How often what is live, or waits, may have changed. */
  const [live, setLive] = useState(0)
  const countLive = () => setLive((count) => count + 1)
  const page = useDraftPage(path, revision)
  const viewing = usePageView()
  const isShown = page.standing !== 'closed' || page.reason !== null
  const [inSight, setInSight] = useState<DeskView>('page')
  const opener = {
    goTo: (place: Parameters<EditorHandle['goTo']>[0]) => {
      setInSight('text')
      // Once it is in sight: what is not takes no focus.
      setTimeout(() => editor.current?.goTo(place))
    },
    canGo: ({ file }: { file?: string | undefined }) => file === undefined,
    title: DRAFTS.goToPlace,
  }
  return (
    <PlaceOpening value={opener}>
      <div className="desk" {...(isShown && { 'data-in-sight': inSight, 'data-page': viewing.view.size })}>
        <StudioBar path={path}>
          <SavedState state={state} />
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setInSight('page')
              if (isShown) page.close()
              else page.open()
            }}
          >
            {isShown ? PAGE.close : PAGE.show}
          </Button>
          <Button variant="default" size="xs" onClick={() => setSheet('compare')}>
            {DRAFTS.compare}
          </Button>
          <Button variant="default" size="xs" onClick={() => setSheet('replay')}>
            {REPLAY.open}
          </Button>
          <Button size="xs" onClick={() => setSheet('publish')}>
            {DRAFTS.publish}
          </Button>
        </StudioBar>
        <div className="notices">
          <ConflictNotice keeper={keeper} state={state} />
          <WaitingNotice path={path} refreshTick={live} onDecided={countLive} />
          {isShown && <ViewChooser value={inSight} onChange={setInSight} />}
        </div>
        <main className="desk-text">
          <TextEditor
            text={keeper.text}
            problems={checked.problems ?? []}
            onChange={keeper.typed}
            onSave={() => void keeper.save()}
            onReady={(handle) => (editor.current = handle)}
          />
        </main>
        {isShown && (
          <PagePane
            page={page}
            viewing={viewing}
            error={checked.problems?.find(({ weight }) => weight === 'error')}
          />
        )}
        <aside className="pane" aria-label={DRAFTS.beside}>
          <Tabs defaultValue="problems" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="problems">{DRAFTS.problems(checked.problems?.length ?? null)}</Tabs.Tab>
              <Tabs.Tab value="steps">{DRAFTS.steps}</Tabs.Tab>
              {page.state && <Tabs.Tab value="known">{PAGE.known}</Tabs.Tab>}
              <Tabs.Tab value="versions">{DRAFTS.versions}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="problems" pt="sm">
              <DraftProblems {...checked} />
            </Tabs.Panel>
            <Tabs.Panel value="steps" pt="sm">
              {page.state && page.state.steps.length > 0 ? (
                <StepsPane
                  steps={page.state.steps}
                  onGo={(step) => {
                    setInSight('page')
                    viewing.ask('jump', step)
                  }}
                />
              ) : (
                <DraftSteps {...checked} />
              )}
            </Tabs.Panel>
            {page.state && (
              <Tabs.Panel value="known" pt="sm">
                <KnownPane state={page.state} />
              </Tabs.Panel>
            )}
            <Tabs.Panel value="versions" pt="sm">
              <VersionsPane key={live} {...{ keeper, path, revision, onReopen }} />
            </Tabs.Panel>
          </Tabs>
        </aside>
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

function DraftProblems({ problems, isChecking, failure, again }: Checked & { again: () => void }) {
  return (
    <ProblemsPane problems={problems ?? []} flowFile={DRAFTS.flowFile}>
      {failure !== null ? (
        <Alert color="red">
          {DRAFTS.checkFailed(failure)}{' '}
          <Button size="compact-xs" variant="default" onClick={again}>
            {SCREEN.retry}
          </Button>
        </Alert>
      ) : isChecking ? (
        <Text size="sm" c="dimmed">
          {DRAFTS.checking}
        </Text>
      ) : (
        problems?.length === 0 && <Text size="sm">{STUDIO.noProblems}</Text>
      )}
    </ProblemsPane>
  )
}

function DraftSteps({ steps, areStepsCurrent, isChecking }: Checked) {
  return (
    <>
      <div role="status">
        {steps ? (
          !areStepsCurrent && (
            <Text size="sm" c="dimmed">
              {DRAFTS.staleSteps}
            </Text>
          )
        ) : (
          <Text size="sm" c="dimmed">
            {isChecking ? DRAFTS.checking : DRAFTS.noSteps}
          </Text>
        )}
      </div>
      <StepsPane steps={steps ?? []} onGo={null} />
    </>
  )
}
