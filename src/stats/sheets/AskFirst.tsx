import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { MiddleSheet } from './Sheet.tsx'
import { reasonOf } from '../login/operatorCalls.ts'
import { SHEET } from '../../texts/statsScreen.ts'
import { SheetEnd } from './SheetEnd.tsx'

interface Props {
  title: string
  note: string
  /** What the button says that does it. */
  act: string
  onAct: () => Promise<unknown>
  /** When it is done, and when who was asked wants it no more. */
  onClose: () => void
}

/** Asks before something that is not taken back by a click; stays open, and says why, where it does not work. */
export function AskFirst({ title, note, act, onAct, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const go = () => {
    setBusy(true)
    onAct().then(onClose, (error: unknown) => {
      setBusy(false)
      setFailure(SHEET.failed(reasonOf(error)))
    })
  }
  return (
    <MiddleSheet opened onClose={onClose} title={title}>
      <Text size="sm">{note}</Text>
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button loading={isBusy} onClick={go}>
          {act}
        </Button>
      </SheetEnd>
    </MiddleSheet>
  )
}
