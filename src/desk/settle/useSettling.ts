import { useEffect, useRef, useState } from 'react'
import { UNDO_MS } from '../../../schemas/kernel/formFieldLimits.ts'
import { show } from '../../operator/table/cells.ts'
import type { Shortcut } from '../../operator/sheets/Shortcuts.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import type { SettleEntry } from '../../../schemas/desk/settle.ts'
import type { SettleCalls } from './settleCalls.ts'
import { notifySettled } from './settledEvents.ts'
import { isBookable, isCorrection, isReturnable, SETTLE, suggested } from './settleScreen.ts'

export type Settling = ReturnType<typeof useSettling>

interface Last {
  entry: number
  done: 'dismissed' | 'asked' | 'booked'
  /** False once it can't be undone anymore. */
  isOpen: boolean
}

/** Decisions about the chosen entry, by button or key, and the last one, which may be undone. The panel says which entry it shows. */
export function useSettling(
  calls: SettleCalls,
  { chosen, mayBook, onSettled }: { chosen: number | null; mayBook: boolean; onSettled: () => void },
) {
  const { isBusy, failure, setFailure, run } = useAction()
  const [shown, setShown] = useState<SettleEntry | null>(null)
  const [cents, setCents] = useState<number | null>(null)
  const [last, setLast] = useState<Last | null>(null)
  const [told, setTold] = useState('')
  const [changes, setChanges] = useState(0)
  const one = shown?.entry === chosen ? shown : null
  const amount = cents ?? (one ? suggested(one) : 0)

  const act = async (done: Last['done'] | null, words: string, call: () => Promise<void>) => {
    const entry = one?.entry ?? last?.entry
    if (isBusy || entry === undefined) return
    await run(async () => {
      await call()
      setLast(done && { entry, done, isOpen: true })
      setTold(words)
      setCents(null)
      setChanges((before) => before + 1)
      onSettled()
      notifySettled()
    })
  }
  useEffect(() => {
    if (last?.done !== 'booked') return
    const closing = setTimeout(() => setLast((now) => now && { ...now, isOpen: false }), UNDO_MS)
    return () => clearTimeout(closing)
  }, [last?.done, last?.entry, changes])
  const isOverBooked = one !== null && isReturnable(one, amount)
  const book = async () => {
    if (!one || !mayBook || !isBookable(one)) return
    const said = one.returned ? SETTLE.tookBack : isCorrection(one) ? SETTLE.corrected : SETTLE.booked
    const words = said(show(amount, 'cents'))
    await act('booked', words, () => calls.book({ entry: one.entry, cents: amount }))
  }
  const returnRest = async () => {
    if (!one || !mayBook || !isOverBooked) return
    const words = SETTLE.tookBack(show((one.booked_cents ?? 0) - amount, 'cents'))
    await act('booked', words, () => calls.book({ entry: one.entry, cents: amount, as_return: true }))
  }
  const dismiss = async () => {
    if (one && mayBook) await act('dismissed', SETTLE.dismissed, () => calls.dismiss(one.entry))
  }
  const ask = async () => {
    if (one && mayBook) await act('asked', SETTLE.markedAsked, () => calls.ask(one.entry, true))
  }
  const undo = async () => {
    if (!last?.isOpen) return setTold(SETTLE.noUndo)
    const { entry, done } = last
    await act(null, SETTLE.undone, () => (done === 'asked' ? calls.ask(entry, false) : calls.undo(entry)))
  }
  const amountField = useRef<HTMLInputElement>(null)
  const shortcuts: Shortcut[] = [
    { key: 'b', does: SETTLE.book(''), act: () => void (one && !one.returned && book()) },
    { key: 't', does: SETTLE.takeBack(''), act: () => void (one?.returned ? book() : returnRest()) },
    { key: 'e', does: SETTLE.amount, act: () => amountField.current?.select() },
    { key: 'a', does: SETTLE.ask, act: () => void ask() },
    { key: 'd', does: SETTLE.dismiss, act: () => void dismiss() },
    { key: 'z', does: SETTLE.undo, act: () => void undo() },
  ]
  const see = (entry: SettleEntry | null) => {
    if (entry?.entry !== shown?.entry) setCents(null)
    setShown(entry)
    setFailure(null)
  }
  return {
    isBusy,
    failure,
    told,
    last,
    changes,
    amount,
    setAmount: setCents,
    amountField,
    book,
    returnRest,
    isOverBooked,
    dismiss,
    ask,
    undo,
    shortcuts,
    see,
  }
}
