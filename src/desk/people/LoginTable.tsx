import { Button } from '@mantine/core'
import type { LoginSession } from '../../../schemas/people/people.ts'
import { momentText } from '../../time/momentText.ts'
import { PEOPLE } from './peopleScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'

interface Props {
  /** Null while they load. */
  logins: readonly LoginSession[] | null
  onEnd: (id: string) => void
}

/** Logins of everyone. The operator's own login ends by logging out. */
export function LoginTable({ logins, onEnd }: Props) {
  return (
    <PlainTable
      title={PEOPLE.logins}
      columns={[PEOPLE.operator, PEOPLE.since, PEOPLE.seen, PEOPLE.network, PEOPLE.browser, PEOPLE.actions]}
      rows={
        logins?.map(({ id, operator, since, seen_at, network, browser, is_this }) => ({
          key: id,
          cells: [
            operator,
            since > 0 && <time>{momentText(since)}</time>,
            seen_at !== null && <time>{momentText(seen_at)}</time>,
            network,
            browser,
            is_this ? (
              PEOPLE.thisOne
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={PEOPLE.endOf(operator, browser)}
                onClick={() => onEnd(id)}
              >
                {PEOPLE.end}
              </Button>
            ),
          ],
        })) ?? null
      }
    />
  )
}
