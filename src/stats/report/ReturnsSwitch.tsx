import { SegmentedControl } from '@mantine/core'
import type { ReturnsOn } from '../../../schemas/reports/reports.ts'
import { returnsMember } from '../address/address.ts'
import type { ChangeAddress } from '../address/useAddress.ts'
import { RETURNS_ON } from '../tables/reportWords.ts'
import type { Table } from '../tables/tables.ts'

interface Props {
  returns: ReturnsOn
  changeAddress: ChangeAddress
}

/** Switch between the days on which returns count. */
export function ReturnsSwitch({ returns, changeAddress }: Props) {
  return (
    <div className="returns-switch">
      <span id="returns-on">{RETURNS_ON.label}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby="returns-on"
        data={[
          { value: 'reported', label: RETURNS_ON.reported },
          { value: 'sold', label: RETURNS_ON.sold },
        ]}
        value={returns}
        onChange={(chosen) => changeAddress(returnsMember(chosen as ReturnsOn), 'push')}
      />
    </div>
  )
}

const tables = new Map<string, Table>()

/** The table with the day of its returns in its note; the same object each time, because memoized parts compare it. */
export function withReturnsOn(table: Table, returns: ReturnsOn): Table {
  const key = `${table.report} ${returns}`
  const known = tables.get(key) ?? { ...table, note: `${table.note} ${RETURNS_ON.note[returns]}` }
  tables.set(key, known)
  return known
}
