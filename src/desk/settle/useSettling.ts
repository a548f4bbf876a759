import { useState } from 'react'
import { show } from '../../operator/table/cells.ts'
import type { Shortcut } from '../../operator/sheets/Shortcuts.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import type { SettleEntry } from '../../../schemas/desk/settle.ts'
import type { SettleCalls } from './settleCalls.ts'
import { tellSettled } from './settledEvents.ts'
import { isBookable, SETTLE, suggested } from './settleScreen.ts'

export type Settling = ReturnType<typeof useSettling>

interface Last {
  entry: number
  done: 'dismissed' | 'asked' | 'booked'
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
      setLast(done && { entry, done })
      setTold(words)
      setCents(null)
      setChanges((before) => before + 1)
      onSettled()
      tellSettled()
    })
  }
  const book = async () => {
    if (!one || !mayBook || !isBookable(one)) return
    const words = (one.returned ? SETTLE.tookBack : SETTLE.booked)(show(amount, 'cents'))
    await act('booked', words, () => calls.book({ entry: one.entry, cents: amount }))
  }
  const dismiss = async () => {
    if (one && mayBook) await act('dismissed', SETTLE.dismissed, () => calls.dismiss(one.entry))
  }
  const ask = async () => {
    if (one && mayBook) await act('asked', SETTLE.markedAsked, () => calls.ask(one.entry, true))
  }
  const undo = async () => {
    if (!last || last.done === 'booked') return setTold(SETTLE.noUndo)
    const { entry, done } = last
    await act(null, SETTLE.undone, () => (done === 'asked' ? calls.ask(entry, false) : calls.undo(entry)))
  }
  const shortcuts: Shortcut[] = [
    { key: 'b', does: SETTLE.book(''), act: () => void (one && !one.returned && book()) },
    { key: 't', does: SETTLE.takeBack(''), act: () => void (one?.returned && book()) },
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
    book,
    dismiss,
    ask,
    undo,
    shortcuts,
    see,
  }
}
