import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import type { StudioSite } from '../../../schemas/studio/drafts.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { WAITING } from '../parts/waitingScreen.ts'
import { KeysCard } from './keys/KeysCard.tsx'
import { MakeDraft } from './MakeDraft.tsx'
import { StudioBar } from './StudioBar.tsx'
import { useStudio } from '../parts/studioContext.ts'
import { asOfText } from '../../operator/days/days.ts'

/** Every site of the operator, with what is live and its draft. Keys are shown to operators of all sites. */
export function SiteList() {
  const { calls, hasAllSites } = useStudio()
  const { data, failure, retry } = useLoaded(calls.sites, { now: Date.now })
  return (
    <>
      <StudioBar path={null} />
      <main className="sites">
        <h1>{DRAFTS.sites}</h1>
        {failure !== null ? (
          <Notice title={DRAFTS.sitesFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
            {failure}
          </Notice>
        ) : data?.length === 0 ? (
          <Notice title={DRAFTS.noSites}>{DRAFTS.publishFirst}</Notice>
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
                {data ? data.map((site) => <Site key={site.path} site={site} />) : <Shape />}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {hasAllSites && <KeysCard paths={data?.map(({ path }) => path) ?? []} />}
      </main>
    </>
  )
}

function Site({ site: { path, live, versions, draft, request } }: { site: StudioSite }) {
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
                <Text size="sm" c="dimmed">
                  {DRAFTS.liveSince(asOfText(since))}
                </Text>
              )}
            </div>
          )
        })}
      </Table.Td>
      <Table.Td>
        <div className="site-draft">
          <Text size="sm" c={draft ? 'inherit' : 'dimmed'}>
            {draft ? DRAFTS.savedBy(draft.saved_by, asOfText(draft.saved_at)) : DRAFTS.noDraft}
          </Text>
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
