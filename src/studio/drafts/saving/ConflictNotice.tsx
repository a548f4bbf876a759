import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { DRAFTS } from '../../parts/draftScreen.ts'
import type { DraftKeeper, DraftState } from './draftKeeper.ts'
import { keepCopy } from './keepCopy.ts'
import { TheirText } from './TheirText.tsx'
import { asOfText } from '../../../operator/days/days.ts'

interface Props {
  keeper: DraftKeeper
  state: DraftState
}

/** Problem that prevents saving, with ways to resolve it. */
export function ConflictNotice({ keeper, state }: Props) {
  const { saving, reason, theirs, isRestored, isKept } = state
  return (
    <div role="alert">
      {saving === 'conflict' && <Conflict keeper={keeper} theirs={theirs} reason={reason} />}
      {saving === 'away' && isKept && <Alert color="yellow">{DRAFTS.keptHere(reason ?? '')}</Alert>}
      {saving === 'refused' && <Alert color="red">{reason}</Alert>}
      {!isKept && <Alert color="red">{DRAFTS.notKept}</Alert>}
      {isRestored && saving !== 'conflict' && <Alert color="yellow">{DRAFTS.restored}</Alert>}
    </div>
  )
}

function Conflict({ keeper, theirs, reason }: Pick<Props, 'keeper'> & Pick<DraftState, 'theirs' | 'reason'>) {
  const [isOpen, setOpen] = useState(false)
  if (!theirs)
    return (
      <Alert color="red">
        {DRAFTS.conflictUnread(reason ?? '')}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void keeper.look()}>
          {DRAFTS.seeTheirs}
        </Button>
      </Alert>
    )
  const choices = (
    <Group gap="xs" mt="xs">
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          keepCopy(theirs.path, keeper.current())
          keeper.takeTheirs()
        }}
      >
        {DRAFTS.copyMine}
      </Button>
      {isOpen && (
        <Button size="xs" variant="default" onClick={() => void keeper.replaceTheirs()}>
          {DRAFTS.replaceTheirs}
        </Button>
      )}
      {!isOpen && (
        <Button size="xs" onClick={() => setOpen(true)}>
          {DRAFTS.seeTheirs}
        </Button>
      )}
    </Group>
  )
  return (
    <Alert color="red">
      {DRAFTS.conflict(theirs.saved_by, asOfText(theirs.saved_at))}
      {choices}
      {isOpen && (
        <TheirText mine={keeper.current()} theirs={theirs} onClose={() => setOpen(false)}>
          {choices}
        </TheirText>
      )}
    </Alert>
  )
}
