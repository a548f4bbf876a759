import { useState } from 'react'
import type { CheckStatement, FileKind, NamedColumns } from '../../../schemas/desk/returns.ts'
import { MOST_FILE_BYTES } from '../../../schemas/kernel/formFieldLimits.ts'
import { base64Of } from '../../operator/loading/base64Of.ts'
import type { ReturnCalls } from './returnCalls.ts'

/** A file's names for our columns. */
export type Called = CheckStatement['columns']

interface Chosen {
  name: string
  content: string
  columns: NamedColumns
}

interface Options {
  kind: FileKind
  calls: ReturnCalls
  /** Runs an action, and shows its failure. */
  run: (action: () => Promise<void>) => Promise<unknown>
  /** Called before anything changes. */
  reset: () => void
}

/** A buyer's file and the names of its columns: those that were chosen for the buyer's last file, or guessed ones. */
export function useChosenFile({ kind, calls, run, reset }: Options) {
  const [buyer, setBuyer] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [called, setCalled] = useState<Called>({})
  const isTooLarge = file !== null && file.size > MOST_FILE_BYTES

  const chooseBuyer = (next: string | null) => {
    reset()
    setBuyer(next)
    if (chosen) setCalled(columnsFor(chosen.columns, next))
  }
  const choose = async (next: File | null) => {
    reset()
    setFile(next)
    setChosen(null)
    if (!next || next.size > MOST_FILE_BYTES) return
    await run(async () => {
      const { name } = next
      const content = await base64Of(next)
      const columns = await calls.columns({ kind, name, content })
      setChosen({ name, content, columns })
      setCalled(columnsFor(columns, buyer))
    })
  }
  const call = (next: Called) => {
    reset()
    setCalled(next)
  }
  return { buyer, chooseBuyer, file, isTooLarge, choose, chosen, called, call }
}

function columnsFor({ guessed, remembered }: NamedColumns, buyer: string | null): Called {
  return remembered.find((one) => one.buyer === buyer)?.columns ?? guessed
}
