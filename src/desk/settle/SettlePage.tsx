import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SettleEntry, SettleKind, SettleList as Page } from '../../../schemas/desk/settle.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { save } from '../../operator/loading/saveFile.ts'
import { storedShortcuts } from '../../operator/browser/preferences.ts'
import { useShortcuts } from '../../operator/sheets/Shortcuts.tsx'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { buyerChoice, siteChoice } from '../list/offerChoices.ts'
import { useList, type List } from '../list/useList.ts'
import { useDesk, useMay } from '../parts/deskContext.ts'
import { SettlePanel } from './SettlePanel.tsx'
import { questionsCsv } from './questionsCsv.ts'
import { settleCalls } from './settleCalls.ts'
import { buyerSays, KINDS, nameOf, SETTLE, weHave } from './settleScreen.ts'
import { useSettling } from './useSettling.ts'
import './settle.css'

const FILTERS = ['kind', 'buyer', 'path']

/** Money in doubt: entries by kind on the left, what happened to the chosen one on the right. */
export function SettlePage() {
  const { inside, choices, storage } = useDesk()
  const calls = useMemo(() => settleCalls({ inside }), [inside])
  const list = useList(FILTERS, calls.list)
  const rows = list.page.data?.data ?? NONE
  const mayBook = useMay('managesBuyers')
  const { chosen, choose, move, latest } = useChosen(rows)
  const settling = useSettling(calls, { chosen, mayBook, onSettled: list.refresh })
  useShortcuts(
    [
      { key: 'j', does: SETTLE.shortcuts.next, act: () => move(1) },
      { key: 'k', does: SETTLE.shortcuts.previous, act: () => move(-1) },
      { key: 'x', does: SETTLE.shortcuts.select, act: () => toggle(latest()) },
      ...settling.shortcuts,
    ],
    storedShortcuts(storage),
  )
  const columns = useMemo(() => columnsOf(chosen, choose), [chosen, choose])
  return (
    <main className="screen settle">
      <ChoicesNotice />
      <div className="settle-sides">
        <div className="settle-list">
          <KindBar list={list} />
          <ListCard
            title={SETTLE.title}
            note={list.page.data && SETTLE.sum(list.page.data.sums)}
            list={list}
            columns={columns}
            keyOf={({ entry }) => entry}
            select={{
              can: () => true,
              label: SETTLE.select,
              all: SETTLE.selectAll,
              act: SETTLE.export,
              onAct: (keys) => void exportEntries(rows.filter(({ entry }) => keys.includes(entry))),
            }}
            empty={{ title: SETTLE.none, why: SETTLE.noneWhy }}
            tools={
              <ListTools
                isOfAllDays
                list={list}
                choices={[...siteChoice(choices.data ?? {}, undefined), buyerChoice(choices.data ?? {})]}
              />
            }
          />
        </div>
        <SettlePanel entry={chosen} calls={calls} settling={settling} mayBook={mayBook} />
      </div>
    </main>
  )
}

const NONE: SettleEntry[] = []

/** Selects an entry's row, or no longer, as its checkbox does. */
function toggle(entry: number | null): void {
  const row = document.querySelector(`.settle-name[data-entry="${entry}"]`)?.closest('tr')
  row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}

/** Saves one file for each buyer, since no buyer may read about the leads of another. */
async function exportEntries(entries: readonly SettleEntry[]): Promise<void> {
  for (const [buyer, ofBuyer] of Map.groupBy(entries, (one) => one.buyer))
    save(new Blob([await questionsCsv(ofBuyer)], { type: 'text/csv;charset=utf-8' }), SETTLE.fileOf(buyer))
}

/** The entry that the address names, else the first one. Moving puts another into the address. */
function useChosen(rows: readonly SettleEntry[]) {
  const [address, setAddress] = useSearchParams()
  const named = Number(address.get('entry')) || null
  const chosen = named ?? rows[0]?.entry ?? null
  // The address changes later than a key is pressed again.
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])
  return useMemo(() => {
    const choose = (entry: number) => {
      latest.current = entry
      setAddress(
        (before) => {
          const after = new URLSearchParams(before)
          after.set('entry', String(entry))
          return after
        },
        { replace: true },
      )
    }
    const move = (step: 1 | -1) => {
      const at = rows.findIndex(({ entry }) => entry === latest.current)
      const next = rows[at === -1 ? 0 : at + step]
      if (next) choose(next.entry)
    }
    return { chosen, choose, move, latest: () => latest.current }
  }, [chosen, rows, setAddress])
}

/** Kinds with their number, each of which filters the list. */
function KindBar({ list: { page, filters, filter } }: { list: List<Page> }) {
  const { kinds, count } = page.data?.sums ?? { kinds: {} as Partial<Page['sums']['kinds']>, count: 0 }
  const shown = (Object.keys(KINDS) as SettleKind[]).filter(
    (kind) => kinds[kind]?.count || filters['kind'] === kind,
  )
  return (
    <div className="state-bar settle-kinds" role="group" aria-label={SETTLE.kinds}>
      <button
        type="button"
        aria-pressed={!filters['kind']}
        onClick={() => filter({ kind: null, entry: null })}
      >
        {SETTLE.all} <b>{count}</b>
      </button>
      {shown.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={filters['kind'] === kind}
          onClick={() => filter({ kind, entry: null })}
        >
          {KINDS[kind]} <b>{kinds[kind]?.count ?? 0}</b>
        </button>
      ))}
    </div>
  )
}

function columnsOf(chosen: number | null, choose: (entry: number) => void): ListColumn<SettleEntry>[] {
  return [
    {
      title: SETTLE.lead,
      cell: (one) => (
        <button
          type="button"
          className="settle-name"
          data-entry={one.entry}
          aria-pressed={one.entry === chosen}
          onClick={() => choose(one.entry)}
        >
          {nameOf(one)}
          <small>{KINDS[one.kind]}</small>
        </button>
      ),
    },
    { title: SETTLE.buyer, cell: ({ buyer }) => buyer },
    { title: SETTLE.weHave, cell: weHave },
    { title: SETTLE.buyerSays, cell: buyerSays },
    { title: SETTLE.stake, right: true, cell: ({ stake_cents }) => show(stake_cents, 'cents') },
    {
      title: SETTLE.age,
      whole: true,
      cell: ({ at, asked_at }) => (
        <>
          <time>{momentText(at)}</time>
          {asked_at !== null && <small className="settle-asked">{SETTLE.asked(momentText(asked_at))}</small>}
        </>
      ),
    },
  ]
}
