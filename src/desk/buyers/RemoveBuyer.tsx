import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { MiddleSheet } from '../../stats/sheets/Sheet.tsx'
import { BUYERS } from '../../texts/desk/buyerScreen.ts'

interface Props {
  buyer: string
  onRemove: () => Promise<void>
  onRemoved: () => void
  onClose: () => void
}

/** Asks first: its secrets are gone for good. */
export function RemoveBuyer({ buyer, onRemove, onRemoved, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remove = () => {
    setBusy(true)
    onRemove().then(onRemoved, (error: unknown) => {
      setBusy(false)
      setFailure(reasonOf(error))
    })
  }
  return (
    <MiddleSheet opened onClose={onClose} title={BUYERS.removeTitle(buyer)}>
      <Text size="sm">{BUYERS.removeNote}</Text>
      {failure !== null && (
        <p role="alert" className="form-wrong">
          {failure}
        </p>
      )}
      <div className="tools buyer-sheet-end">
        <Button variant="default" onClick={onClose}>
          {BUYERS.cancel}
        </Button>
        <Button loading={isBusy} onClick={remove}>
          {BUYERS.remove}
        </Button>
      </div>
    </MiddleSheet>
  )
}
