import { Anchor, Badge, Button, Text } from '@mantine/core'
import type { PreviewStep } from '../../schemas/preview.ts'
import { STUDIO } from '../texts/studioScreen.ts'
import { editorAddress } from './editorAddress.ts'

const COLOURS = { shown: 'green', hidden: 'cyan', skipped: 'gray', ahead: 'gray' } as const

/** Every step in order: what became of it in the visit, why, and a way to it. */
export function StepsPane({
  steps,
  file,
  onGo,
}: {
  steps: readonly PreviewStep[]
  file: string
  onGo: (step: string) => void
}) {
  return (
    <ol className="steps">
      {steps.map(({ id, title, line, isHidden, rule, becomes, because, isCurrent, reach }) => (
        <li key={id} data-becomes={becomes} aria-current={isCurrent ? 'step' : undefined}>
          <div className="head">
            {isHidden ? (
              <Text fw={600}>{title}</Text>
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
            <Badge
              variant="light"
              color={reach === 'impossible' ? 'red' : isCurrent ? 'indigo' : COLOURS[becomes]}
            >
              {reach === 'impossible' && !isHidden
                ? STUDIO.impossible
                : isCurrent
                  ? STUDIO.current
                  : STUDIO.becomes[becomes]}
            </Badge>
          </div>
          <Text size="xs" c="dimmed">
            <Anchor size="xs" href={editorAddress(file, line)}>
              {id}:{line}
            </Anchor>
            {isHidden && ` · ${STUDIO.hiddenStep}`}
          </Text>
          {rule !== '' && <Text size="sm">{STUDIO.when(rule)}</Text>}
          {because !== '' && (
            <Text size="sm" c="dimmed">
              {STUDIO.because(because)}
            </Text>
          )}
        </li>
      ))}
    </ol>
  )
}
