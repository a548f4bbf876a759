import { Button } from '@mantine/core'
import { momentText } from '../../time/momentText.ts'
import { LIST } from '../parts/deskScreen.ts'
import type { ListColumn } from './ListCard.tsx'

interface Attempted {
  entry: number
  state: string
  attempts: number
  last: string | null
  due_at: number | null
}

/** Columns with the result of attempts to send something and, with `replay`, a button to send again what ended in one of `states`. */
export function attemptColumns<Row extends Attempted>({
  states,
  nameOf,
  replay,
}: {
  states: readonly Row['state'][]
  /** Label of the button for screen readers. */
  nameOf: (entry: number) => string
  replay: ((entry: number) => Promise<void>) | null
}): ListColumn<Row>[] {
  return [
    { title: LIST.attempts, right: true, cell: ({ attempts }) => attempts },
    {
      title: LIST.lastAnswer,
      wide: true,
      // Some answers are JSON without a space.
      cell: ({ last, state, due_at }) => (
        <div className="any-break">
          {last} {state === 'due' && due_at !== null && last !== null && LIST.again(momentText(due_at))}
        </div>
      ),
    },
    {
      title: '',
      right: true,
      cell: ({ entry, state }) =>
        replay &&
        states.includes(state) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={nameOf(entry)}
            onClick={() => void replay(entry)}
          >
            {LIST.sendAgain}
          </Button>
        ),
    },
  ]
}
