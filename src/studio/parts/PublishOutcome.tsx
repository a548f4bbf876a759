import { Alert, Text } from '@mantine/core'
import type { PublishedDraft } from '../../../schemas/studio/drafts.ts'
import { DRAFTS } from './draftScreen.ts'
import { WAITING } from './waitingScreen.ts'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'
import { asOfText } from '../../operator/days/days.ts'

/** Result of a publish. */
export function PublishOutcome({
  published: { version, problems, request },
  path,
}: {
  published: PublishedDraft
  path: string
}) {
  if (version !== null)
    return (
      <>
        <Text fw={600}>{DRAFTS.published(version)}</Text>
        <a href={`/${path}`} target="_blank" rel="noreferrer">
          {DRAFTS.openPage}
        </a>
      </>
    )
  if (request && request.state !== 'failed') {
    const at = request.live_at === null ? null : asOfText(request.live_at)
    return <Text fw={600}>{request.state === 'waiting' ? WAITING.waits(at) : WAITING.planned(at ?? '')}</Text>
  }
  return (
    <ProblemsPane problems={problems} flowFile={DRAFTS.flowFile}>
      <Alert color="red">{request?.reason ?? DRAFTS.notPublished}</Alert>
    </ProblemsPane>
  )
}
