import { ActionIcon, Checkbox, Menu, Popover, SegmentedControl } from '@mantine/core'
import { IconDownload, IconTable } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Row } from '../../rows/row.ts'
import { DENSITIES, densityOf, type Density } from '../../operator/browser/preferences.ts'
import { IN_SCREEN } from '../../operator/browser/portals.ts'
import { show } from '../../operator/table/cells.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { save } from '../../operator/loading/saveFile.ts'
import { csvOf, sheetOf, xlsxOf } from './sheet.ts'
import type { Table } from '../tables/tables.ts'
import { TABLE_TOOLS } from '../grid/tableWords.ts'

interface Shown {
  table: Table
  /** IDs of hidden columns. */
  hidden: readonly string[]
}

interface ViewProps extends Shown {
  setHidden: (ids: readonly string[]) => void
  density: Density
  onDensity: (density: Density) => void
}

/** Menu for the visible columns and the density of the rows. */
export const ViewMenu = memo(function ViewMenu({ table, hidden, setHidden, density, onDensity }: ViewProps) {
  const [, ...columns] = table.columns
  const toggle = (id: string) =>
    setHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  return (
    <Popover position="bottom-end" trapFocus withRoles={false}>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={TABLE_TOOLS.viewOf(table.title)}
          title={TABLE_TOOLS.view}
        >
          <IconTable size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="view" role="dialog" aria-label={TABLE_TOOLS.viewOf(table.title)}>
        <fieldset>
          <legend>{TABLE_TOOLS.columns}</legend>
          {columns.map(({ id, title }) => (
            <Checkbox
              key={id}
              size="xs"
              radius={4}
              label={title}
              checked={!hidden.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{TABLE_TOOLS.rows}</legend>
          <SegmentedControl
            size="xs"
            aria-label={TABLE_TOOLS.rows}
            data={DENSITIES.map((value) => ({ value, label: TABLE_TOOLS.density[value] }))}
            value={density}
            onChange={(value) => onDensity(densityOf(value))}
          />
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
})

/** Loads the rows for a file. `onRows` gets the number of rows loaded and in total, if they arrive in parts. */
export type GetRows = (
  onRows: (done: number, all: number) => void,
  signal: AbortSignal,
) => Promise<readonly Row[]>

interface DownloadProps extends Shown {
  /** Null while there is nothing to download. */
  getRows: GetRows | null
  /** Name of the files, without extension. */
  fileName: string
}

const FILES = [
  { label: TABLE_TOOLS.csv, ending: 'csv', make: csvOf },
  { label: TABLE_TOOLS.xlsx, ending: 'xlsx', make: xlsxOf },
] as const

/** Menu to download the table as a file. */
export const DownloadMenu = memo(function DownloadMenu({ table, hidden, getRows, fileName }: DownloadProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [progress, setProgress] = useState<string | null>(null)
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const download = ({ ending, make }: (typeof FILES)[number]) => {
    if (!getRows) return
    setFailure(null)
    under.current?.abort()
    const { signal } = (under.current = new AbortController())
    const shown = table.columns.filter(({ id }) => !hidden.includes(id))
    const onRows = (done: number, all: number) =>
      !signal.aborted && setProgress(TABLE_TOOLS.collected(show(done, 'count'), show(all, 'count')))
    getRows(onRows, signal)
      .then((rows) => make(sheetOf(shown, rows)))
      .then((file) => {
        if (!signal.aborted) save(file, `${fileName}.${ending}`)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) setFailure(TABLE_TOOLS.fileFailed(reasonOf(error)))
      })
      .finally(() => {
        if (!signal.aborted) setProgress(null)
      })
  }
  return (
    <>
      {failure && <span role="alert">{failure}</span>}
      {progress && (
        <span role="status" className="progress">
          {progress}
        </span>
      )}
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} portalProps={IN_SCREEN}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={TABLE_TOOLS.downloadOf(table.title)}
            title={TABLE_TOOLS.download}
            disabled={!getRows}
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{TABLE_TOOLS.asOnScreen}</Menu.Label>
          {FILES.map((file) => (
            <Menu.Item key={file.ending} onClick={() => download(file)}>
              {file.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
})
