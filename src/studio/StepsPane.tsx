import { Anchor, Button, Text } from '@mantine/core'
import type { PreviewStep } from '../../schemas/preview.ts'
import { STUDIO } from '../texts/studioScreen.ts'
import { editorAddress } from './editorAddress.ts'
import { Mark } from './Mark.tsx'

interface Around {
  file: string
  onGo: (step: string) => void
}

/** Every step in order: what became of it in the visit, why, and a way to it. */
export function StepsPane({ steps, ...around }: Around & { steps: readonly PreviewStep[] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <Step key={step.id} step={step} {...around} />
      ))}
    </ol>
  )
}

function Step({ step, file, onGo }: Around & { step: PreviewStep }) {
  const { id, title, line, isHidden, rule, becomes, because, isCurrent, reach } = step
  return (
    <li data-becomes={becomes} aria-current={isCurrent ? 'step' : undefined}>
      <div className="head">
        {isHidden ? (
          <Text size="sm">{title}</Text>
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
        {reach === 'impossible' && !isHidden ? (
          <Mark tone="bad">{STUDIO.impossible}</Mark>
        ) : isCurrent ? (
          <Mark tone="here">{STUDIO.current}</Mark>
        ) : (
          <Mark tone={becomes === 'shown' ? 'good' : 'plain'}>{STUDIO.becomes[becomes]}</Mark>
        )}
      </div>
      <Anchor className="place" underline="always" href={editorAddress(file, line)}>
        {id}:{line}
      </Anchor>
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
