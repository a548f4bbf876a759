import { Alert, Button, Group, Loader, SegmentedControl, Tabs, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { STUDIO } from '../../texts/studio/studioScreen.ts'
import { KnownPane } from '../panes/KnownPane.tsx'
import { PageFrame, type Wish } from '../panes/PageFrame.tsx'
import { PlaceOpening } from '../panes/Place.tsx'
import { StepsPane } from '../panes/StepsPane.tsx'
import { DevProblems } from './DevProblems.tsx'
import { editorAddress } from './editorAddress.ts'
import { usePreview } from './usePreview.ts'

const SIZES = [
  { value: 'phone', label: STUDIO.phone },
  { value: 'desk', label: STUDIO.desk },
] as const
const SCHEMES = [
  { value: 'light', label: STUDIO.light },
  { value: 'dark', label: STUDIO.dark },
] as const

/** The site in a frame, and beside it what is wrong with its flow and what became of the visit. */
export function Studio() {
  const { state, isLost } = usePreview()
  const [size, setSize] = useState<'phone' | 'desk'>('phone')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [language, setLanguage] = useState<string | null>(null)
  const [wish, setWish] = useState<Wish>({ by: 'keep', step: null, count: 0 })
  if (!state)
    return (
      <main className="opening" aria-busy={!isLost}>
        {isLost ? <Text>{STUDIO.lost}</Text> : <Loader aria-label={STUDIO.opening} />}
      </main>
    )
  const { path, file, languages, edition, isOutdated, problems, proofs, steps } = state
  const ask = (by: Wish['by'], step: string | null = null) =>
    setWish(({ count }) => ({ by, step, count: count + 1 }))
  return (
    <PlaceOpening value={{ hrefOf: (place) => editorAddress(file, place), title: STUDIO.openAt }}>
      <div className="studio">
        <header className="bar">
          <Title order={1} size="h4">
            {path}
          </Title>
          <Group gap="sm" wrap="wrap">
            <SegmentedControl
              aria-label={STUDIO.size}
              data={[...SIZES]}
              value={size}
              onChange={(value) => setSize(value as 'phone' | 'desk')}
            />
            <SegmentedControl
              aria-label={STUDIO.scheme}
              data={[...SCHEMES]}
              value={scheme}
              onChange={(value) => setScheme(value as 'light' | 'dark')}
            />
            {languages.length > 1 && (
              <SegmentedControl
                aria-label={STUDIO.language}
                data={languages.map((value) => ({ value, label: STUDIO.languages[value] }))}
                value={language ?? languages[0]!}
                onChange={setLanguage}
              />
            )}
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => ask('anew')}>
              {STUDIO.anew}
            </Button>
          </Group>
        </header>
        <div className="notices" role="status">
          {isLost && <Alert color="red">{STUDIO.lost}</Alert>}
          {isOutdated && <Alert color="yellow">{STUDIO.outdated}</Alert>}
        </div>
        <aside className="pane" aria-labelledby="steps">
          <Title order={2} size="h5" id="steps">
            {STUDIO.steps}
          </Title>
          <StepsPane steps={steps} onGo={(step) => ask('jump', step)} />
        </aside>
        <main className="stage">
          <PageFrame {...{ size, scheme, language, edition, wish }} />
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
