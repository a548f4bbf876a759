import { Button } from '@mantine/core'
import type { Invitation } from '../../../schemas/people/people.ts'
import { momentText } from '../../operator/days/days.ts'
import { PEOPLE } from './peopleScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'

interface Props {
  invitations: readonly Invitation[]
  onWithdraw: (name: string) => void
}

/** Links that have not been used. */
export function Waiting({ invitations, onWithdraw }: Props) {
  return (
    <PlainTable
      title={PEOPLE.waiting}
      columns={[PEOPLE.operator, PEOPLE.act, PEOPLE.until, PEOPLE.actions]}
      rows={invitations.map(({ name, role, sites, expires_at }) => ({
        key: name,
        cells: [
          name,
          <span className="one-line">{PEOPLE.waitsFor(role, PEOPLE.sitesOf(sites))}</span>,
          <time>{momentText(expires_at)}</time>,
          <Button
            size="xs"
            variant="default"
            aria-label={PEOPLE.withdrawOf(name)}
            onClick={() => onWithdraw(name)}
          >
            {PEOPLE.withdraw}
          </Button>,
        ],
      }))}
    />
  )
}
