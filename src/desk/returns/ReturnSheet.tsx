import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { HandReason, ReturnByHand } from '../../../schemas/desk/returns.ts'
import { show } from '../../operator/table/cells.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { centsIn, HAND_REASONS, RETURN_REASONS, RETURNS } from './returnScreen.ts'
import { ReasonWords } from './ReasonWords.tsx'
import type { SaleCalls } from './returnCalls.ts'

interface Props {
  sale: Pick<ReturnByHand, 'delivery' | 'sale'>
  buyer: string
  cents: number
  takeBack: SaleCalls['takeBack']
  onTaken: () => void
  onClose: () => void
}

/** Asks for the reason, and explains the effect, before a sale is returned. */
export function ReturnSheet({ sale, buyer, cents, takeBack, onTaken, onClose }: Props) {
  const [reason, setReason] = useState<HandReason | ''>('')
  const [words, setWords] = useState('')
  const { isBusy, failure, run } = useAction()
  const [part, setPart] = useState('')
  const taken = part.trim() === '' ? cents : centsIn(part)
  const isAmount = taken !== null && taken <= cents
  const price = show(isAmount ? taken : cents, 'cents')
  const act = () => {
    if (reason === '' || !isAmount) return
    const asked = { ...sale, reason, words, left: cents, ...(taken < cents && { cents: taken }) }
    void run(() => takeBack(asked).then(onTaken))
  }
  return (
    <MiddleSheet title={RETURNS.askTitle(buyer)} opened onClose={onClose}>
      <p>{RETURNS.askWhy(price)}</p>
      <TextInput
        mt="sm"
        label={RETURNS.part}
        description={RETURNS.partAbout(show(cents, 'cents'))}
        inputMode="decimal"
        value={part}
        onChange={({ currentTarget }) => setPart(currentTarget.value)}
      />
      <p>{RETURNS.wasAndWillBe(show(cents, 'cents'), isAmount ? show(cents - taken, 'cents') : '')}</p>
      <NativeSelect
        mt="sm"
        label={RETURNS.why}
        data={[
          { value: '', label: RETURNS.chooseWhy, disabled: true },
          ...HAND_REASONS.map((value) => ({ value, label: RETURN_REASONS[value] })),
        ]}
        value={reason}
        data-autofocus
        onChange={({ currentTarget }) => setReason(currentTarget.value as HandReason)}
      />
      <ReasonWords label={RETURNS.words} value={words} onChange={setWords} />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button disabled={reason === '' || !isAmount} loading={isBusy} onClick={act}>
          {RETURNS.takeBackNow(price)}
        </Button>
      </SheetEnd>
    </MiddleSheet>
  )
}
