import { useMemo, useState } from 'react'
import schemaFile from '../../../schemas/json/buyers.schema.json'
import type { KnownBuyer, TestedBuyer, TurnedAway } from '../../../schemas/desk/buyers.ts'
import type { ProblemDetails } from '../../../schemas/author/problem.ts'
import { list, valueAt, type Shape } from '../../author/complete/shapes.ts'
import { changedAt } from '../../forms/changedAt.ts'
import { errorsOf, reasonOf, statusOf } from '../../operator/loading/operatorCalls.ts'
import { isAmount } from './AmountField.tsx'
import { BUYERS, EDITOR } from './buyerScreen.ts'
import type { buyerCalls } from './buyerCalls.ts'
import { keptSecrets } from './ObjectSection.tsx'
import { unsavedBuyers, useAskBeforeLeaving } from './unsavedBuyers.ts'

export const SCHEMA = schemaFile as unknown as Shape

interface Around {
  line: KnownBuyer
  calls: ReturnType<typeof buyerCalls>
  isReadOnly: boolean
  /** Reloads it. */
  onReload: () => void
}

type Trouble = { what: string; isConflict: boolean }
type Busy = 'save' | 'test' | 'pause' | null

export type BuyerDraft = ReturnType<typeof useBuyerDraft>

/** A buyer that is edited, and what can be done with it: save, test, and pause. */
export function useBuyerDraft({ line, calls, isReadOnly, onReload }: Around) {
  const { buyer } = line
  const { base, document, revision, setProblems, ...edited } = useBuyerDocument(line)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [tested, setTested] = useState<TestedBuyer | null>(null)
  const [busy, setBusy] = useState<Busy>(null)
  const [said, setSaid] = useState('')
  const [turning, setTurning] = useState<(TurnedAway & { from: number }) | null>(null)

  function change(place: (string | number)[], value: unknown): void {
    edited.change(place, value)
    setSaid('')
  }
  function discard(): void {
    edited.reset(base)
    setTrouble(null)
    onReload()
  }
  function taken(saved: KnownBuyer, sentence: string): void {
    edited.reset(saved)
    setTrouble(null)
    setSaid(sentence)
    onReload()
  }
  function refused(error: unknown): void {
    setProblems(byPlace(buyer, errorsOf(error)))
    setTrouble({ what: reasonOf(error), isConflict: statusOf(error) === 409 })
  }
  async function run(what: Exclude<Busy, null>, act: () => Promise<void>): Promise<void> {
    setBusy(what)
    setTrouble(null)
    setSaid('')
    await act().catch(refused)
    setBusy(null)
  }
  const save = (from = revision) => {
    const unfit = unfitIn(buyer, document)
    if (unfit.size === 0) return saveAt(from)
    setProblems(unfit)
    setTrouble({ what: BUYERS.unfit(unfit.size), isConflict: false })
    return Promise.resolve()
  }
  const saveAt = (from: number, isWarned = false) =>
    run('save', async () => {
      const change = { buyer, revision: from, document }
      const isChoosier = ['states', 'filters'].some(
        (name) => JSON.stringify(document[name]) !== JSON.stringify(base.document[name]),
      )
      // An operator sees which waiting leads the change concerns before it is saved.
      const found = isChoosier && !isWarned ? await calls.turnedAway(change) : null
      if (found && found.turned_away > 0) return setTurning({ ...found, from })
      setTurning(null)
      taken(await calls.save(change), BUYERS.saved)
    })
  const isPaused = document['paused'] === true
  const pause = () =>
    run('pause', async () => {
      const { paused: _, ...rest } = base.document
      const next = isPaused ? rest : { ...base.document, paused: true }
      taken(
        await calls.save({ buyer, revision, document: next }),
        isPaused ? BUYERS.resumed : BUYERS.isPaused,
      )
    })
  const test = () =>
    run('test', async () => {
      setTested(null)
      setTested(await calls.test({ buyer, ...(!isReadOnly && { change: { revision, document } }) }))
    })
  /** Saves over another person's change, after the operator has read of it. */
  async function saveOver(): Promise<void> {
    const theirs = (await calls.list(new AbortController().signal)).data.find(
      (one) => one.buyer === buyer && one.origin === 'store',
    )
    await save(theirs?.revision ?? 0)
  }
  const saveAnyway = () => saveAt(turning?.from ?? revision, true)
  const keepEditing = () => setTurning(null)
  const state = { base, document, turning, revision, trouble, tested, busy, said, isPaused }
  return { ...edited, ...state, change, discard, save, saveAnyway, keepEditing, pause, test, saveOver }
}

/** The document of a buyer as it is edited, and the problems found in it. */
function useBuyerDocument(line: KnownBuyer) {
  const { buyer } = line
  const [base, setBase] = useState(line)
  const [document, setDocument] = useState(unsavedBuyers.get(buyer)?.document ?? line.document)
  const [revision, setRevision] = useState(unsavedBuyers.get(buyer)?.revision ?? line.revision)
  const [problems, setProblems] = useState<ReadonlyMap<string, string[]>>(NONE)
  useAskBeforeLeaving()
  const at = useMemo(() => ['buyers', buyer], [buyer])
  const kept = useMemo(
    () => keptSecrets(SCHEMA, { buyers: { [buyer]: base.document } }, at),
    [base, buyer, at],
  )

  function change(place: (string | number)[], value: unknown): void {
    setDocument((before) => {
      const next = valueAt(changedAt({ buyers: { [buyer]: before } }, place, value), at) as typeof before
      unsavedBuyers.set(buyer, { revision, document: next })
      return next
    })
    // The change may have fixed those problems.
    const changed = place.join('/')
    const isThere = (at: string) => changed.startsWith(`${at}/`) || `${at}/`.startsWith(`${changed}/`)
    setProblems((before) => new Map([...before].filter(([at]) => !isThere(at))))
  }
  function reset(saved: KnownBuyer): void {
    unsavedBuyers.delete(buyer)
    setBase(saved)
    setDocument(saved.document)
    setRevision(saved.revision)
    setProblems(NONE)
  }
  const isUnsaved = unsavedBuyers.has(buyer)
  const whole = { buyers: { [buyer]: document } }
  return { base, document, revision, at, whole, kept, problems, setProblems, isUnsaved, change, reset }
}

const NONE: ReadonlyMap<string, string[]> = new Map()

function byPlace(buyer: string, errors: NonNullable<ProblemDetails['errors']>): Map<string, string[]> {
  const places = Map.groupBy(errors, ({ field }) => ['buyers', buyer, field].filter(Boolean).join('/'))
  return new Map([...places].map(([place, found]) => [place, found.map(({ message }) => message)]))
}

/** Fields that hold no address and no amount, with what to enter. */
function unfitIn(buyer: string, document: Record<string, unknown>): Map<string, string[]> {
  const wrong = new Map<string, string[]>()
  const look = (at: string, isFit: (value: unknown) => boolean, message: string, isNeeded = false) => {
    const value = valueAt(document, at.split('/'))
    if ((value === undefined || value === '') && !isNeeded) return
    if (!isFit(value)) wrong.set(['buyers', buyer, at].join('/'), [message])
  }
  const isAddress = (value: unknown) =>
    typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)
  const isMailList = (value: unknown) =>
    list(value).length > 0 && list(value).every((one) => /^[^@\s,;<>?]+@[^@\s,;<>?]+$/.test(String(one)))
  const isMail = document['format'] === 'email'
  const isMailAddress = (value: unknown) => /^mailto:[^@\s,?]+@[^@\s,?]+$/.test(String(value))
  look('url', isMail ? isMailAddress : isAddress, isMail ? EDITOR.wrongMail : EDITOR.wrongAddress, true)
  for (const at of ['test_url', 'ping/url']) look(at, isAddress, EDITOR.wrongAddress)
  for (const at of ['price', 'max_price', 'auction/min_bid', 'auction/max_bid'])
    look(at, (value) => isAmount(value, 'dollars'), EDITOR.wrongAmount)
  for (const at of ['wait_hours/full', 'wait_hours/closed', 'wait_hours/paused', 'duplicate_window_days'])
    look(at, (value) => isAmount(value, 'count'), EDITOR.wrongCount)
  const { copies } = document as { copies?: { to: string[] } }
  if (copies) look('copies/to', isMailList, EDITOR.wrongMail, true)
  for (const [index] of list(document['caps']).entries()) {
    look(`caps/${index}/leads`, (value) => isAmount(value, 'count'), EDITOR.wrongCount)
    look(`caps/${index}/dollars`, (value) => isAmount(value, 'dollars'), EDITOR.wrongAmount)
  }
  return wrong
}
