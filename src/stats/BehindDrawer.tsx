import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Opened } from './address.ts'
import type { Api } from './api.ts'
import { MOST_TUPLES, type BehindFigure } from './behind.ts'
import { show } from './cells.ts'
import { rangeText, type Range } from './days.ts'
import { Notice } from './Notice.tsx'
import { SideSheet } from './Sheet.tsx'
import { Singles } from './Singles.tsx'

interface Props {
  api: Api
  opened: Opened | null
  /** Null until the report that it is of has come. */
  figure: BehindFigure | null
  /** Why that report did not. */
  failure: string | null
  range: Range
  onClose: () => void
}

/** What a figure is made of: single visitors, or single entries of the ledger. */
export function BehindDrawer({ api, opened, figure, failure, range, onClose }: Props) {
  return (
    <SideSheet
      opened={opened !== null}
      onClose={onClose}
      title={figure ? `${figure.title}: ${figure.value}` : (opened?.title ?? '')}
    >
      {figure ? (
        <Parts {...{ api, figure, range }} />
      ) : failure !== null ? (
        <Notice title="The figure could not be loaded" urgent>
          {failure}
        </Notice>
      ) : (
        <Skeleton height={200} aria-label="Loading" />
      )}
    </SideSheet>
  )
}

function Parts({ api, figure, range }: { api: Api; figure: BehindFigure; range: Range }) {
  const [chosen, setChosen] = useState(0)
  const part = figure.parts[chosen] ?? figure.parts[0]
  return (
    <>
      <p className="card-note">
        {figure.of.join(', ')}, {rangeText(range)}
      </p>
      {figure.parts.length > 1 && (
        <SegmentedControl
          aria-label="What it is made of"
          size="xs"
          data={figure.parts.map(({ label }, index) => ({ label, value: String(index) }))}
          value={String(chosen)}
          onChange={(index) => setChosen(Number(index))}
        />
      )}
      {figure.parts.length === 0 && (
        <Notice title="Too many rows to list together">
          The filter leaves more than {show(MOST_TUPLES, 'count')} of the table’s rows. Search for more of the
          word.
        </Notice>
      )}
      {part && <Singles key={chosen} api={api} label={part.label} question={part.question} />}
    </>
  )
}
