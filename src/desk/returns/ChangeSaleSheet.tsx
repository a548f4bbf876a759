import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { show } from '../../operator/table/cells.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { centsIn, RETURNS } from './returnScreen.ts'
import { ReasonWords } from './ReasonWords.tsx'

interface Props {
  title: string
  /** Cents that are left of the sale now. */
  left: number
  /** Amount of the sale before returns, if it is to be corrected; null to reverse an entry. */
  amount: number | null
  /** Change of what is left if an entry is reversed, in cents. */
  by: number
  change: (cents: number, words: string) => Promise<unknown>
  onChanged: () => void
  onClose: () => void
}

/** Asks for the new amount and the reason, and shows what was and what will be. */
export function ChangeSaleSheet({ title, left, amount, by, change, onChanged, onClose }: Props) {
  const [dollars, setDollars] = useState('')
  const [words, setWords] = useState('')
  const { isBusy, failure, run } = useAction()
  const cents = amount === null ? 0 : centsIn(dollars)
  const after = cents === null ? null : amount === null ? left + by : left + cents - amount
  const isReady = after !== null && words.trim() !== ''
  const act = () => void run(() => change(cents ?? 0, words.trim()).then(onChanged))
  return (
    <MiddleSheet title={title} opened onClose={onClose}>
      {amount !== null && (
        <TextInput
          label={RETURNS.newAmount}
          description={RETURNS.amountNow(show(amount, 'cents'))}
          inputMode="decimal"
          value={dollars}
          data-autofocus
          onChange={({ currentTarget }) => setDollars(currentTarget.value)}
        />
      )}
      <p>{RETURNS.wasAndWillBe(show(left, 'cents'), after === null ? '' : show(after, 'cents'))}</p>
      <ReasonWords label={RETURNS.changeWhy} value={words} onChange={setWords} />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button disabled={!isReady} loading={isBusy} onClick={act}>
          {amount === null ? RETURNS.reverseNow : RETURNS.correctNow}
        </Button>
      </SheetEnd>
    </MiddleSheet>
  )
}
