import { SegmentedControl } from '@mantine/core'
import type { Opened } from '../address/address.ts'
import type { Api } from '../tables/api.ts'
import { MOST_TUPLES, type DrilldownFigure } from './drilldowns.ts'
import { show } from '../../operator/table/cells.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { SideSheet } from '../../operator/sheets/Sheet.tsx'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { openedTitle } from './useFigure.ts'
import { DrilldownTable } from './DrilldownTable.tsx'
import { DRILLDOWN } from '../tables/drilldownWords.ts'

interface Props {
  api: Api
  opened: Opened | null
  /** Null until its report has loaded. */
  figure: DrilldownFigure | null
  /** Reason why that report failed. */
  failure: string | null
  /** Selected part of a figure; null for the first. */
  part: string | null
  onPart: (kind: string) => void
  onClose: () => void
}

/** Rows behind a figure: single visitors, or single entries of the ledger. */
export function DrilldownDrawer({ api, opened, figure, failure, part, onPart, onClose }: Props) {
  return (
    <SideSheet
      opened={opened !== null}
      onClose={onClose}
      title={figure ? `${figure.title}: ${figure.value}` : opened ? openedTitle(opened) : ''}
    >
      {figure ? (
        <Parts {...{ api, figure, part, onPart }} />
      ) : failure !== null ? (
        <Notice title={DRILLDOWN.failed} urgent>
          {failure}
        </Notice>
      ) : (
        <LoadingBlock height={200} />
      )}
    </SideSheet>
  )
}

type PartsProps = Pick<Props, 'api' | 'part' | 'onPart'> & { figure: DrilldownFigure }

function Parts({ api, figure, part, onPart }: PartsProps) {
  const shown = figure.parts.find(({ kind }) => kind === part) ?? figure.parts[0]
  return (
    <>
      <p className="card-note">{figure.of.join(', ')}</p>
      {figure.parts.length > 1 && (
        <SegmentedControl
          aria-label={DRILLDOWN.parts}
          size="xs"
          data={figure.parts.map(({ kind, label }) => ({ label, value: kind }))}
          value={shown?.kind ?? ''}
          onChange={onPart}
        />
      )}
      {figure.parts.length === 0 && (
        <Notice title={DRILLDOWN.tooMany}>{DRILLDOWN.narrow(show(MOST_TUPLES, 'count'))}</Notice>
      )}
      {shown && <DrilldownTable key={shown.kind} api={api} label={shown.label} question={shown.question} />}
    </>
  )
}
