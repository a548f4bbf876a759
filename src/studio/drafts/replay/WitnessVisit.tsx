import { Button, Group, Loader, Text, Title } from '@mantine/core'
import { useCallback } from 'react'
import type { ReplayVisit } from '../../../../schemas/studio/replay.ts'
import type { ReplayedVisit } from '../../../../schemas/studio/drafts.ts'
import { Notice } from '../../../operator/loading/Notice.tsx'
import { useLoaded } from '../../../operator/loading/useLoaded.ts'
import { LANGUAGE_NAMES } from '../../../texts/languages/languageNames.ts'
import { SCREEN } from '../../../operator/screenWords.ts'
import { REPLAY } from './replayScreen.ts'
import { Mark } from '../../panes/Mark.tsx'
import { useStudio } from '../../parts/studioContext.ts'

/** One visit: its answers, and both paths side by side. */
export function WitnessVisit({ asked, onBack }: { asked: ReplayedVisit; onBack: () => void }) {
  const { calls } = useStudio()
  const { path, revision, version, session_uuid } = asked
  const load = useCallback(
    (signal: AbortSignal) => calls.replayedVisit({ path, revision, version, session_uuid }, signal),
    [calls, path, revision, version, session_uuid],
  )
  const { data, failure, retry } = useLoaded(load, { now: Date.now })
  return (
    <>
      <Button autoFocus size="compact-sm" variant="default" onClick={onBack}>
        {REPLAY.back}
      </Button>
      {failure !== null ? (
        <Notice title={REPLAY.visitFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      ) : data ? (
        <Visit visit={data} version={version} />
      ) : (
        <Group role="status" mt="sm">
          <Loader size="sm" aria-hidden />
          <Text>{REPLAY.loading}</Text>
        </Group>
      )}
    </>
  )
}

function Visit({ visit, version }: { visit: ReplayVisit; version: number }) {
  const { language, session_uuid, answers, before, after, parts_at } = visit
  return (
    <div className="witness">
      <Text size="sm" c="dimmed">
        {REPLAY.visit(LANGUAGE_NAMES[language])} ({session_uuid})
      </Text>
      <div className="both-ways">
        <Way heading={REPLAY.live(version)} way={before} partsAt={parts_at} />
        <Way heading={REPLAY.draft} way={after} partsAt={parts_at} />
      </div>
      <section>
        <Title order={3} size="h6">
          {REPLAY.answers}
        </Title>
        {answers.length === 0 && <Text size="sm">{REPLAY.noAnswers}</Text>}
        <dl className="given">
          {answers.map(({ step, field, value }, index) => (
            // The same field may have several answers.
            <div key={`${step} ${field} ${index}`}>
              <dt>{field}</dt>
              <dd>{value ?? <span title={REPLAY.maskedNote}>{REPLAY.masked}</span>}</dd>
            </div>
          ))}
        </dl>
        {answers.some(({ value }) => value === null) && (
          <Text size="sm" c="dimmed">
            {REPLAY.maskedNote}
          </Text>
        )}
      </section>
    </div>
  )
}

interface WayProps {
  heading: string
  way: ReplayVisit['before']
  /** Number of steps that both paths share. */
  partsAt: number
}

function Way({ heading, way: { steps, stopped, fields, buyers }, partsAt }: WayProps) {
  return (
    <section>
      <Title order={3} size="h6">
        {heading}
      </Title>
      <ol>
        {steps.map((step, index) => (
          <li key={step} data-apart={index >= partsAt || undefined}>
            {step} {index === partsAt && <Mark tone="bad">{REPLAY.partsHere}</Mark>}
          </li>
        ))}
      </ol>
      <Text size="sm" fw={600}>
        {REPLAY.stops[stopped]}
      </Text>
      {stopped !== 'end' && fields.length > 0 && <Text size="sm">{REPLAY.fields(fields.join(', '))}</Text>}
      <Text size="sm">{buyers.length > 0 ? REPLAY.leads(buyers.join(', ')) : REPLAY.noLead}</Text>
    </section>
  )
}
