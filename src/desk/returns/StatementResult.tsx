import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { MOST_KEPT_LINES } from '../../../schemas/kernel/formFieldLimits.ts'
import type { StatementPart } from '../../../schemas/desk/returns.ts'
import type { StatementEntry } from '../../../schemas/desk/statement.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { save } from '../../operator/loading/saveFile.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { useDesk } from '../parts/deskContext.ts'
import { settleCalls } from '../settle/settleCalls.ts'
import { notifySettled } from '../settle/settledEvents.ts'
import { CHECK, STATEMENT_OUTCOMES } from './returnScreen.ts'
import { Card } from '../parts/Card.tsx'
import { FileNotes } from './FileColumns.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { TableInPages } from './TableInPages.tsx'

export type Checked = Extract<StatementPart, { sums: unknown }> & {
  buyer: string
  /** Name of the statement. */
  file: string
  entries: StatementEntry[]
  csv: string[]
}

const KINDS = ['matched', 'differing', 'missing', 'unknown'] as const
const OUTCOMES = ['differing', 'missing', 'unknown', 'unreadable'] as const

/** Comparison of a statement with the ledger: sums, and everything that does not match. */
export function StatementResult({ checked }: { checked: Checked }) {
  const { buyer, file, sums, entries, csv, range, notes, before } = checked
  const [outcome, setOutcome] = useState('')
  const rows = useMemo(
    () => (outcome === '' ? entries : entries.filter((entry) => entry.outcome === outcome)),
    [entries, outcome],
  )
  return (
    <Card title={CHECK.result}>
      {before && (
        <Alert role="status" color="yellow" my="sm">
          {CHECK.before(momentText(before.at, 'seconds'), before.operator)}
        </Alert>
      )}
      <PlainTable
        title={CHECK.result}
        columns={[CHECK.kind, CHECK.count, CHECK.ledger, CHECK.stated]}
        figures={[CHECK.count, CHECK.ledger, CHECK.stated]}
        rows={KINDS.map((kind) => ({
          key: kind,
          cells: [
            STATEMENT_OUTCOMES[kind],
            show(sums[kind].count, 'count'),
            show(sums[kind].ledger_cents, 'cents'),
            show(sums[kind].stated_cents, 'cents'),
          ],
        }))}
      />
      <FileNotes notes={notes} />
      {range === null && <p className="card-note">{CHECK.missingUnknown}</p>}
      {entries.length === 0 ? (
        <p role="status">{CHECK.none}</p>
      ) : (
        <>
          <div className="people-form">
            <NativeSelect
              label={CHECK.kind}
              data={[
                { value: '', label: CHECK.all },
                ...OUTCOMES.map((value) => ({ value, label: STATEMENT_OUTCOMES[value] })),
              ]}
              value={outcome}
              onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => save(new Blob(csv, { type: 'text/csv;charset=utf-8' }), `disputes-${buyer}.csv`)}
            >
              {CHECK.export}
            </Button>
            <KeepLines buyer={buyer} file={file} entries={entries} />
          </div>
          <TableInPages
            key={outcome}
            title={CHECK.entries}
            columns={[CHECK.names, CHECK.kind, CHECK.lines, CHECK.ledger, CHECK.stated, CHECK.why]}
            figures={[CHECK.ledger, CHECK.stated]}
            rows={rows}
            cellsOf={cellsOf}
          />
        </>
      )}
    </Card>
  )
}

/** Button that keeps the lines that differ under To settle. A check alone keeps nothing, since columns may be named wrongly at first. */
function KeepLines({ buyer, file, entries }: Pick<Checked, 'buyer' | 'file' | 'entries'>) {
  const { inside } = useDesk()
  const [kept, setKept] = useState<number | null>(null)
  const { isBusy, failure, run } = useAction()
  const lines = entries
    .filter(({ outcome }) => outcome !== 'unreadable')
    .map(({ id, key, ledger_cents, stated_cents, reason, lines: [line] }) => ({
      external_id: id,
      key,
      ours_cents: ledger_cents,
      theirs_cents: stated_cents,
      reason: line === undefined ? reason : CHECK.lineReason(line, reason),
    }))
  const keep = async () => {
    let sum = 0
    for (let at = 0; at < lines.length; at += MOST_KEPT_LINES)
      sum += (
        await settleCalls({ inside }).keepLines({ buyer, file, lines: lines.slice(at, at + MOST_KEPT_LINES) })
      ).kept
    setKept(sum)
    notifySettled()
  }
  if (lines.length === 0) return null
  return (
    <>
      <Button variant="default" loading={isBusy} disabled={kept !== null} onClick={() => void run(keep)}>
        {CHECK.keep}
      </Button>
      {kept !== null && (
        <p role="status">
          {CHECK.kept(kept)} <Link to="/settle?kind=stated">{CHECK.settle}</Link>
        </p>
      )}
      {failure !== null && <p role="alert">{failure}</p>}
    </>
  )
}

function cellsOf({ id, key, outcome, lines, ledger_cents, stated_cents, reason }: StatementEntry) {
  return [
    id ?? key ?? '–',
    STATEMENT_OUTCOMES[outcome],
    lines.join(', '),
    show(ledger_cents, 'cents'),
    show(stated_cents, 'cents'),
    <div key="why" className="return-why">
      {reason}
    </div>,
  ]
}
