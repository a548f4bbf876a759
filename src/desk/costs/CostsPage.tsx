import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { CostImport } from '../../../schemas/desk/costs.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { show } from '../../operator/table/cells.ts'
import { momentText } from '../../time/momentText.ts'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { costCalls, type CostCalls } from './costCalls.ts'
import { COSTS } from './costScreen.ts'
import { FileOfCosts } from './FileOfCosts.tsx'
import { RatesCard } from './RatesCard.tsx'

/** Costs: a file to import, rates of currencies, and what was imported, which can be undone. */
export function CostsPage() {
  const { inside, choices, sites } = useDesk()
  const calls = useMemo(() => costCalls({ inside }), [inside])
  const [changes, setChanges] = useState(0)
  const refresh = () => setChanges((count) => count + 1)
  const mayImport = choices.data?.may_return ?? false
  const paths = useLoaded(
    useCallback((signal: AbortSignal) => calls.paths(signal), [calls]),
    { now: Date.now },
  )
  return (
    <main className="screen">
      <ChoicesNotice />
      <h1 className="return-title">{COSTS.title}</h1>
      {mayImport && sites === null && (
        <FileOfCosts calls={calls} paths={paths.data ?? []} onImported={refresh} />
      )}
      {mayImport && sites === null && <RatesCard calls={calls} />}
      <Imports calls={calls} changes={changes} mayUndo={mayImport} onUndone={refresh} />
    </main>
  )
}

interface ImportsProps {
  calls: CostCalls
  /** Number of changes so far; the list is loaded again after each. */
  changes: number
  mayUndo: boolean
  onUndone: () => void
}

function Imports({ calls, changes, mayUndo, onUndone }: ImportsProps) {
  const [undoing, setUndoing] = useState<CostImport | null>(null)
  const load = useCallback((signal: AbortSignal) => calls.imports(signal), [calls])
  const imports = useLoaded(load, { now: Date.now, refreshTick: changes })
  const columns = [COSTS.from, COSTS.site, COSTS.lines, COSTS.amount, COSTS.state, COSTS.when]
  return (
    <Card title={COSTS.imports}>
      <LoadedPart of={imports} failed={COSTS.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={COSTS.none}>{COSTS.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={COSTS.imports}
              columns={mayUndo ? [...columns, COSTS.actions] : columns}
              figures={[COSTS.lines, COSTS.amount]}
              rows={
                data?.map((one) => ({
                  key: String(one.import),
                  cells: [...cellsOf(one), mayUndo && undoButton(one, setUndoing)],
                })) ?? null
              }
            />
          )
        }
      </LoadedPart>
      {undoing !== null && (
        <AskFirst
          title={COSTS.undoTitle(nameOf(undoing))}
          note={COSTS.undoNote}
          act={COSTS.undoNow}
          onAct={() => calls.undo(undoing.import)}
          onClose={() => {
            setUndoing(null)
            onUndone()
          }}
        />
      )}
    </Card>
  )
}

function cellsOf(one: CostImport) {
  const { path, lines, dollars, ended_at, undone_at, made_by, at } = one
  const state = undone_at !== null ? 'undone' : ended_at === null ? 'cut' : 'counts'
  return [
    nameOf(one),
    path,
    show(lines, 'count'),
    show(dollars, 'dollars'),
    <span key="state" className="state" data-state={STATES[state]}>
      {COSTS.states[state]}
    </span>,
    <time key="when">{COSTS.by(made_by, momentText(at))}</time>,
  ]
}

/** Looks of states that leads have as well. */
const STATES = { counts: 'accepted', cut: 'dead', undone: 'duplicate' } as const

function nameOf({ source, name, kind }: CostImport): string {
  return `${source}: ${name === '' ? COSTS.kinds[kind] : name}`
}

function undoButton(one: CostImport, onUndo: (one: CostImport) => void) {
  return (
    one.undone_at === null && (
      <Button
        key="undo"
        size="xs"
        variant="default"
        aria-label={COSTS.undoOf(one.import)}
        onClick={() => onUndo(one)}
      >
        {COSTS.undo}
      </Button>
    )
  )
}
