import { Alert, Anchor, Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { StudioSite } from '../../../schemas/studio/drafts.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { WAITING } from '../parts/waitingScreen.ts'
import { NEW_SITE } from './newSite/newSiteScreen.ts'
import { NewSiteSheet } from './newSite/NewSiteSheet.tsx'
import { KeysCard } from './keys/KeysCard.tsx'
import { SiteMenu, type SiteDone } from './SiteMenu.tsx'
import { MakeDraft } from './MakeDraft.tsx'
import { StudioBar } from './StudioBar.tsx'
import { useStudio } from '../parts/studioContext.ts'
import { asOfText } from '../../operator/days/days.ts'

/** Every site of the operator, with what is live and its draft. Keys are shown to operators of all sites. */
export function SiteList() {
  const { calls, hasAllSites } = useStudio()
  const { data, failure, retry } = useLoaded(calls.sites, { now: Date.now })
  /** Site to copy, or null for one of a template; undefined while none is made. */
  const [making, setMaking] = useState<string | null | undefined>()
  const [done, setDone] = useState<SiteDone | null>(null)
  const { isBusy, failure: undoFailure, run } = useAction()
  const tell = (done: SiteDone) => {
    setDone(done)
    retry()
  }
  return (
    <>
      <StudioBar path={null} />
      <main className="sites">
        <div className="sites-head">
          <h1>{DRAFTS.sites}</h1>
          {hasAllSites && (
            <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setMaking(null)}>
              {NEW_SITE.open}
            </Button>
          )}
        </div>
        <div role="status">
          {done && (
            <Alert>
              {undoFailure ?? done.words}{' '}
              {done.undo && (
                <Button
                  size="compact-xs"
                  variant="default"
                  loading={isBusy}
                  onClick={() => void run(async () => tell({ words: await done.undo!() }))}
                >
                  {DRAFTS.undo}
                </Button>
              )}
            </Alert>
          )}
        </div>
        {failure !== null ? (
          <Notice title={DRAFTS.sitesFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
            {failure}
          </Notice>
        ) : data?.length === 0 ? (
          <Notice title={DRAFTS.noSites}>{hasAllSites ? DRAFTS.createFirst : DRAFTS.askFirst}</Notice>
        ) : (
          <div className="sites-card">
            <Table aria-busy={!data} verticalSpacing="sm" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{DRAFTS.site}</Table.Th>
                  <Table.Th>{DRAFTS.live}</Table.Th>
                  <Table.Th>{DRAFTS.draft}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data ? (
                  data.map((site) => (
                    <Site key={site.path} site={site} onCopy={hasAllSites ? setMaking : null} onDone={tell} />
                  ))
                ) : (
                  <Shape />
                )}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {making !== undefined && <NewSiteSheet copyOf={making} onClose={() => setMaking(undefined)} />}
        {hasAllSites && <KeysCard paths={data?.map(({ path }) => path) ?? []} />}
      </main>
    </>
  )
}

interface SiteProps {
  site: StudioSite
  /** Copies the site; null for operators who can't make one. */
  onCopy: ((path: string) => void) | null
  onDone: (done: SiteDone) => void
}

function Site({ site, onCopy, onDone }: SiteProps) {
  const { path, live, versions, draft, request, editors, comments } = site
  const navigate = useNavigate()
  const sinceOf = (version: number) => versions.find((line) => line.version === version)?.activated_at ?? null
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text fw={600} size="sm">
          /{path}
        </Text>
        {request && (
          <Anchor component={Link} to={`/${path}`} size="sm">
            {WAITING.mark}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {versions.find(({ version }) => version === live[0]?.version)?.title}
        </Text>
      </Table.Th>
      <Table.Td>
        {live.length === 0 && <Text c="dimmed">{DRAFTS.noneLive}</Text>}
        {live.map(({ version, weight }) => {
          const since = sinceOf(version)
          return (
            <div key={version}>
              <Text size="sm">{DRAFTS.share(version, weight)}</Text>
              {since !== null && (
                <Text size="sm" c="dimmed" className="site-since">
                  {DRAFTS.liveSince(asOfText(since))}
                </Text>
              )}
            </div>
          )
        })}
      </Table.Td>
      <Table.Td>
        <div className="site-draft">
          <div>
            <Text size="sm" c={draft ? 'inherit' : 'dimmed'}>
              {draft ? DRAFTS.savedBy(draft.saved_by, asOfText(draft.saved_at)) : DRAFTS.noDraft}
            </Text>
            {editors.length > 0 && (
              <Text size="sm" fw={600}>
                {DRAFTS.editing(editors)}
              </Text>
            )}
            {comments > 0 && (
              <Text size="sm" c="dimmed">
                {DRAFTS.openComments(comments)}
              </Text>
            )}
          </div>
          <Group gap={4}>
            {draft ? (
              <Button component={Link} to={`/${path}`} size="xs" aria-label={DRAFTS.editOf(path)}>
                {DRAFTS.edit}
              </Button>
            ) : (
              <MakeDraft
                path={path}
                version={live[0]?.version ?? versions[0]?.version}
                onMade={() => navigate(`/${path}`)}
              />
            )}
            {onCopy && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={NEW_SITE.duplicateOf(path)}
                onClick={() => onCopy(path)}
              >
                {NEW_SITE.duplicate}
              </Button>
            )}
            <SiteMenu site={site} onDone={onDone} />
          </Group>
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

function Shape() {
  return [0, 1, 2].map((row) => (
    <Table.Tr key={row}>
      {[0, 1, 2].map((cell) => (
        <Table.Td key={cell}>
          <Skeleton height={36} width="70%" />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
