import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { VersionLine } from '../../../schemas/kernel/version.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { Mark } from '../panes/Mark.tsx'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import type { DraftKeeper } from './saving/draftKeeper.ts'
import { keepCopy } from './saving/keepCopy.ts'
import { useStudio } from '../parts/studioContext.ts'
import { asOfText } from '../../operator/days/days.ts'

interface Props {
  keeper: DraftKeeper
  path: string
  /** Revision of the draft. */
  revision: number
  onReopen: () => void
}

type Act = { act: 'roll back' | 'write on'; version: number }

/** Every version of the site, newest first, with the times when it was live, and ways to restore it. */
export function VersionsPane({ keeper, path, revision, onReopen }: Props) {
  const { calls } = useStudio()
  const [done, setDone] = useState<number | null>(null)
  const [asked, setAsked] = useState<Act | null>(null)
  const load = useCallback(
    async (signal: AbortSignal) =>
      (await calls.sites(signal)).find((site) => site.path === path)?.versions ?? [],
    [calls, path, done],
  )
  const { data, failure, retry } = useLoaded(load, { now: Date.now })
  const act = async ({ act, version }: Act) => {
    if (act === 'roll back') {
      await calls.rollBack({ path, version })
      return setDone(version)
    }
    keepCopy(path, keeper.current())
    await calls.make({ path, version, revision })
    onReopen()
  }
  if (failure !== null)
    return (
      <Notice title={DRAFTS.versionsFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
        {failure}
      </Notice>
    )
  return (
    <>
      <div role="status">{done !== null && <Text>{DRAFTS.rolledBack(done)}</Text>}</div>
      <ul className="versions" aria-busy={!data}>
        {data?.map((line) => <OneVersion key={line.version} line={line} onAsk={setAsked} />) ?? (
          <Skeleton height={64} />
        )}
      </ul>
      {asked && <AskFirst {...wordsOf(asked)} onAct={() => act(asked)} onClose={() => setAsked(null)} />}
    </>
  )
}

function OneVersion({ line, onAsk }: { line: VersionLine; onAsk: (act: Act) => void }) {
  const { version, title, weight, activated_at, deactivated_at, sessions } = line
  return (
    <li>
      <div className="head">
        <Text size="sm" fw={600}>
          {DRAFTS.version(version)}
        </Text>
        {weight !== null && <Mark tone="good">{DRAFTS.isLive(weight)}</Mark>}
      </div>
      <Text size="sm">{title}</Text>
      <Text size="sm" c="dimmed">
        {deactivated_at === null
          ? DRAFTS.liveSince(asOfText(activated_at))
          : DRAFTS.wasLive(asOfText(activated_at), asOfText(deactivated_at))}
        , {DRAFTS.sessions(sessions)}
      </Text>
      <Group gap="xs" mt={4}>
        {weight !== 100 && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={DRAFTS.rollBackTo(version)}
            onClick={() => onAsk({ act: 'roll back', version })}
          >
            {DRAFTS.rollBack}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={DRAFTS.writeOnFrom(version)}
          onClick={() => onAsk({ act: 'write on', version })}
        >
          {DRAFTS.writeOn}
        </Button>
      </Group>
    </li>
  )
}

function wordsOf({ act, version }: Act) {
  return act === 'roll back'
    ? { title: DRAFTS.rollBackTitle(version), note: DRAFTS.rollBackNote, act: DRAFTS.rollBack }
    : { title: DRAFTS.writeOnTitle(version), note: DRAFTS.writeOnNote, act: DRAFTS.writeOn }
}
