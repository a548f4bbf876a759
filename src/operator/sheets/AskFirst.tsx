import { Button, Text } from '@mantine/core'
import { useAction } from '../loading/useAction.ts'
import { MiddleSheet } from './Sheet.tsx'
import { SheetEnd } from './SheetEnd.tsx'

interface Props {
  title: string
  note: string
  /** Label of the confirm button. */
  act: string
  onAct: () => Promise<unknown>
  /** Called when it is done, or when the operator cancels. */
  onClose: () => void
}

/** Confirms something that can't be undone with a click; stays open with the reason if it fails. */
export function AskFirst({ title, note, act, onAct, onClose }: Props) {
  const { isBusy, failure, run } = useAction()
  return (
    <MiddleSheet opened onClose={onClose} title={title}>
      <Text size="sm">{note}</Text>
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button loading={isBusy} onClick={() => void run(() => onAct().then(onClose))}>
          {act}
        </Button>
      </SheetEnd>
    </MiddleSheet>
  )
}
