import { Button, Group } from '@mantine/core'
import { PAGE } from './pageScreen.ts'

/** Panes that are visible when there is no room for all: a narrow screen shows one, one of 1000 px or more the text and one of the
 *  others. */
export type DeskView = 'text' | 'page' | 'beside'

const VIEWS = ['text', 'page', 'beside'] as const

export function ViewChooser({ value, onChange }: { value: DeskView; onChange: (view: DeskView) => void }) {
  return (
    <Group role="group" aria-label={PAGE.views} className="view-chooser" gap={8}>
      {VIEWS.map((view) => (
        <Button
          key={view}
          size="xs"
          variant={view === value ? 'filled' : 'default'}
          aria-pressed={view === value}
          data-view={view}
          onClick={() => onChange(view)}
        >
          {PAGE[view]}
        </Button>
      ))}
    </Group>
  )
}
