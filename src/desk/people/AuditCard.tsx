import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { AuditEntry } from '../../../schemas/people/operator.ts'
import { instants, momentText } from '../../stats/address/days.ts'
import { Notice, Outdated } from '../../stats/Notice.tsx'
import { useLoaded } from '../../stats/report/useLoaded.ts'
import { ACTS, PEOPLE } from '../../texts/desk/peopleScreen.ts'
import { SCREEN } from '../../texts/statsScreen.ts'
import { Card } from '../Card.tsx'
import { PlainTable } from './PlainTable.tsx'
import type { PeopleCalls } from './peopleCalls.ts'

interface Props {
  calls: PeopleCalls
  names: readonly string[]
  refreshTick: number
}

/** What operators did, by pages, by who, what and day. */
export function AuditCard({ calls, names, refreshTick }: Props) {
  const [filters, setFilters] = useState({ operator: '', act: '', from: '', to: '' })
  const [before, setBefore] = useState<number | null>(null)
  const load = useCallback(
    (signal: AbortSignal) => {
      const { operator, act, from, to } = filters
      return calls.audit(
        {
          ...(operator && { operator }),
          ...(act && { act: act as AuditEntry['act'] }),
          ...(from && { from: instants({ from, to: from }).from }),
          ...(to && { to: instants({ from: to, to }).to }),
          ...(before !== null && { before }),
        },
        signal,
      )
    },
    [calls, filters, before],
  )
  const page = useLoaded(load, { now: Date.now, refreshTick })
  const { data, failure, retry } = page
  const filter = (changed: Partial<typeof filters>) => {
    setBefore(null)
    setFilters((present) => ({ ...present, ...changed }))
  }
  return (
    <Card title={PEOPLE.audit}>
      <div className="people-form">
        <NativeSelect
          label={PEOPLE.operator}
          data={[{ value: '', label: PEOPLE.anybody }, ...names, PEOPLE.console]}
          value={filters.operator}
          onChange={({ currentTarget }) => filter({ operator: currentTarget.value })}
        />
        <NativeSelect
          label={PEOPLE.act}
          data={[
            { value: '', label: PEOPLE.anything },
            ...Object.entries(ACTS).map(([value, label]) => ({ value, label })),
          ]}
          value={filters.act}
          onChange={({ currentTarget }) => filter({ act: currentTarget.value })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={PEOPLE[end]}
            value={filters[end]}
            onChange={({ currentTarget }) => filter({ [end]: currentTarget.value })}
          />
        ))}
      </div>
      <Outdated report={page} />
      {failure !== null && (
        <Notice title={PEOPLE.failed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      )}
      {data?.data.length === 0 && <p className="one-none">{PEOPLE.none}</p>}
      {data && data.data.length > 0 && (
        <PlainTable
          title={PEOPLE.audit}
          columns={[PEOPLE.when, PEOPLE.operator, PEOPLE.act, PEOPLE.about]}
          rows={data.data.map(({ at, operator, act, about }, row) => ({
            key: String(row),
            cells: [momentText(at, 'seconds'), operator, ACTS[act], about],
          }))}
        />
      )}
      <div className="list-foot">
        {before !== null && (
          <Button size="xs" variant="default" onClick={() => setBefore(null)}>
            {PEOPLE.newest}
          </Button>
        )}
        {data?.next != null && (
          <Button size="xs" variant="default" onClick={() => setBefore(data.next)}>
            {PEOPLE.older}
          </Button>
        )}
      </div>
    </Card>
  )
}
