import { Alert, Group, Loader, Tabs, Text, Title, Button, CopyButton } from '@mantine/core'
import { STUDIO } from '../panes/studioScreen.ts'
import { KnownPane } from '../panes/KnownPane.tsx'
import { PageFrame, type Beginning } from '../panes/PageFrame.tsx'
import { PageTools } from '../panes/PageTools.tsx'
import { PlaceOpening } from '../panes/Place.tsx'
import { StepsPane } from '../panes/StepsPane.tsx'
import { usePageView } from '../panes/usePageView.ts'
import { editorAddress, besideFlow } from './editorAddress.ts'
import type { PreviewState } from '../../../schemas/author/preview.ts'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'
import { useEffect, useState } from 'react'

/** The site in a frame, beside the problems of its flow and the state of the visit. */
export function Studio() {
  const { state, isLost } = usePreview()
  const viewing = usePageView()
  if (!state)
    return (
      <main className="opening" aria-busy={!isLost}>
        {isLost ? <Text>{STUDIO.lost}</Text> : <Loader aria-label={STUDIO.opening} />}
      </main>
    )
  const { path, file, languages, edition, isOutdated, isGone, problems, proofs, steps } = state
  return (
    <PlaceOpening value={{ hrefOf: (place) => editorAddress(file, place), title: STUDIO.openAt }}>
      <div className="studio">
        <header className="bar">
          <Title order={1} size="h4">
            {path}
          </Title>
          <Group gap="sm" wrap="wrap">
            <PageTools viewing={viewing} languages={languages} />
          </Group>
        </header>
        <div className="notices" role="status">
          {isLost && <Alert color="red">{STUDIO.lost}</Alert>}
          {isGone && <Alert color="red">{STUDIO.gone(file)}</Alert>}
          {isOutdated && !isGone && <Alert color="yellow">{STUDIO.outdated}</Alert>}
        </div>
        <aside className="pane" aria-labelledby="steps">
          <Title order={2} size="h5" id="steps">
            {STUDIO.steps}
          </Title>
          <StepsPane steps={steps} onGo={(step) => viewing.ask('jump', step)} />
        </aside>
        <main className="stage">
          <PageFrame view={viewing.view} {...{ edition, begin, reasonOf }} />
        </main>
        <aside className="pane">
          <Tabs defaultValue="problems" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="problems">
                {STUDIO.problems} ({problems.length})
              </Tabs.Tab>
              <Tabs.Tab value="known">{STUDIO.known}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="problems" pt="sm">
              <DevProblems problems={problems} proofs={proofs} file={file} />
            </Tabs.Panel>
            <Tabs.Panel value="known" pt="sm">
              <KnownPane state={state} />
            </Tabs.Panel>
          </Tabs>
        </aside>
      </div>
    </PlaceOpening>
  )
}

async function begin(beginning: Beginning): Promise<string> {
  const given = Object.entries(beginning).filter(([, value]) => value !== null)
  const begun = await fetch(`/studio/visit?${new URLSearchParams(given as [string, string][])}`)
  if (!begun.ok) throw new Error(begun.status === 404 ? STUDIO.noWay : STUDIO.lost)
  return ((await begun.json()) as { address: string }).address
}

function reasonOf(error: unknown): string {
  return error instanceof TypeError ? STUDIO.lost : (error as Error).message
}

/** Problems of a file that is edited elsewhere. */
function DevProblems({ problems, proofs, file }: Pick<PreviewState, 'problems' | 'proofs' | 'file'>) {
  return (
    <ProblemsPane
      problems={problems}
      flowFile={file.replace(/^.*[/\\]/, '')}
      below={(problem) => (
        <CopyButton value={`${besideFlow(file, problem)}:${problem.line}:${problem.column}`}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {copied ? STUDIO.copied : STUDIO.copy}
            </Button>
          )}
        </CopyButton>
      )}
    >
      {proofs === 'running' && <Text c="dimmed">{STUDIO.proving}</Text>}
      {proofs === 'undecided' && <Alert color="yellow">{STUDIO.undecided}</Alert>}
      {proofs !== 'running' && problems.length === 0 && <Text>{STUDIO.noProblems}</Text>}
    </ProblemsPane>
  )
}

/** State of the panes from `leadloom dev`; null before the first. `isLost` is true while it cannot be reached; the browser keeps trying. */
function usePreview(): { state: PreviewState | null; isLost: boolean } {
  const [state, setState] = useState<PreviewState | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const events = new EventSource('/studio/events')
    events.onopen = () => setLost(false)
    events.onerror = () => setLost(true)
    events.onmessage = ({ data }: MessageEvent<string>) => setState(JSON.parse(data) as PreviewState)
    return () => events.close()
  }, [])
  return { state, isLost }
}
