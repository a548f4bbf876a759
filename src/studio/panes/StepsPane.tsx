import { Button, Text } from '@mantine/core'
import type { FlowStep, PreviewStep } from '../../../schemas/author/preview.ts'
import { STUDIO } from './studioScreen.ts'
import { Mark } from './Mark.tsx'
import { Place } from './Place.tsx'

/** A step, with its state in a visit, if there is one. */
type ShownStep = FlowStep & Partial<PreviewStep>

interface Around {
  /** Shows the step on the page; null without a page. */
  onGo: ((step: string) => void) | null
}

/** Every step in order: its rule, its state in the visit and the reason, and a link to it. */
export function StepsPane({ steps, onGo }: Around & { steps: readonly ShownStep[] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <Step key={step.id} step={step} onGo={onGo} />
      ))}
    </ol>
  )
}

function Step({ step, onGo }: Around & { step: ShownStep }) {
  const { id, title, line, isHidden, rule, becomes, because = '', isCurrent, reach } = step
  return (
    <li data-becomes={becomes} aria-current={isCurrent ? 'step' : undefined}>
      <div className="head">
        {isHidden || !onGo ? (
          <Text size="sm" fw={onGo ? 400 : 600}>
            {title}
          </Text>
        ) : (
          <Button
            className="go"
            variant="transparent"
            disabled={reach !== 'possible'}
            title={STUDIO.goTo(title)}
            onClick={() => onGo(id)}
          >
            {title}
          </Button>
        )}
        <Standing step={step} />
      </div>
      <Place at={{ line }}>{`${id}:${line}`}</Place>
      {isHidden && (
        <Text size="sm" c="dimmed">
          {STUDIO.hiddenStep}
        </Text>
      )}
      {rule !== '' && <Text size="sm">{STUDIO.when(rule)}</Text>}
      {because !== '' && (
        <Text size="sm" c="dimmed">
          {STUDIO.because(because)}
        </Text>
      )}
    </li>
  )
}

function Standing({ step: { reach, isHidden, isCurrent, becomes } }: { step: ShownStep }) {
  if (reach === 'impossible' && !isHidden) return <Mark tone="bad">{STUDIO.impossible}</Mark>
  if (isCurrent) return <Mark tone="here">{STUDIO.current}</Mark>
  return becomes && <Mark tone={becomes === 'shown' ? 'good' : 'plain'}>{STUDIO.becomes[becomes]}</Mark>
}
