import { Button, Text } from '@mantine/core'
import { PARTING_ORDER, REPLAY_WORDS, replayLine, shareOf } from '../../../author/words/replayWords.ts'
import { REPLAY } from './replayScreen.ts'
import type { Replayed } from './runReplay.ts'

interface Props {
  so: Replayed
  /** Shows one visit; null if the replayed draft is not the saved one. */
  onSee: ((witness: string) => void) | null
}

/** Number of visits that differ, by difference in words, each with an example visit. */
export function ReplayLines({ so: { version, visits, differing, lines }, onSee }: Props) {
  const number = version ?? 0
  if (visits === 0) return <Text size="sm">{REPLAY.none(number)}</Text>
  const all = visits.toLocaleString('en-US')
  return (
    <>
      <Text fw={600}>
        {differing === 0 ? REPLAY_WORDS.alike(all) : REPLAY_WORDS.differing(shareOf(differing, visits))}
      </Text>
      <Text size="sm" c="dimmed">
        {REPLAY.comparedWith(number)}
      </Text>
      <ul className="replay-lines">
        {lines.toSorted(byKind).map((line) => {
          const words = replayLine(line, visits)
          return (
            <li key={words}>
              <Text size="sm">{words}</Text>
              {onSee && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={REPLAY.seeOneOf(words)}
                  onClick={() => onSee(line.witness)}
                >
                  {REPLAY.seeOne}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type Line = Replayed['lines'][number]

function byKind(a: Line, b: Line): number {
  return PARTING_ORDER.indexOf(a.kind) - PARTING_ORDER.indexOf(b.kind) || b.visits - a.visits
}
