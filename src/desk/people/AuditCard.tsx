import type { AuditPage } from '../../../schemas/people/people.ts'
import { momentText } from '../../time/momentText.ts'
import { ACTS, PEOPLE } from './peopleScreen.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import type { PeopleCalls } from './peopleCalls.ts'

const FILTERS = ['operator', 'act', 'from', 'to']

interface Props {
  calls: PeopleCalls
  names: readonly string[]
  refreshTick: number
}

/** Actions of operators, page by page, filtered by person, action, and day. */
export function AuditCard({ calls, names, refreshTick }: Props) {
  const list = useList(FILTERS, calls.audit, refreshTick)
  return (
    <ListCard
      isPart
      title={PEOPLE.audit}
      failed={PEOPLE.auditFailed}
      list={list}
      columns={COLUMNS}
      keyOf={({ entry }) => entry}
      empty={{ title: PEOPLE.none, why: PEOPLE.noneWhy }}
      tools={
        <ListTools
          list={list}
          choices={[
            {
              name: 'operator',
              label: PEOPLE.who,
              data: [...names, PEOPLE.console].map((value) => ({ value, label: value })),
            },
            {
              name: 'act',
              label: PEOPLE.act,
              data: Object.entries(ACTS).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

type Entry = AuditPage['data'][number]

const COLUMNS: readonly ListColumn<Entry>[] = [
  { title: PEOPLE.when, cell: ({ at }) => <time>{momentText(at, 'seconds')}</time> },
  { title: PEOPLE.who, whole: true, cell: ({ operator }) => operator },
  { title: PEOPLE.act, whole: true, cell: ({ act }) => ACTS[act] },
  {
    title: PEOPLE.about,
    wide: true,
    cell: ({ about, changes }) => (
      <>
        {about}
        <Changes changes={changes} />
      </>
    ),
  },
]

/** Fields that an action changed, once they are opened. */
function Changes({ changes }: Pick<Entry, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <details className="audit-changes">
      <summary>{PEOPLE.changes(changes.length)}</summary>
      <dl>
        {changes.map(({ field, before, after, secret }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {secret ? (
                PEOPLE.secretChanged
              ) : (
                <>
                  <del>{before ?? PEOPLE.noValue}</del> <span aria-hidden>→</span>{' '}
                  <ins>{after ?? PEOPLE.noValue}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
