import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { MadeReportKey, ReportKey } from '../../../schemas/people/reportKey.ts'
import { momentText } from '../../time/momentText.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { ShownOnce } from '../../operator/sheets/ShownOnce.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { PEOPLE, REPORT_KEYS } from './peopleScreen.ts'
import { Card } from '../parts/Card.tsx'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { SiteChoice } from './SiteChoice.tsx'
import type { PeopleCalls } from './peopleCalls.ts'

interface Props {
  calls: PeopleCalls
  paths: readonly string[]
  refreshTick: number
}

/** API keys for programs that read reports; a new one is shown only once. */
export function ReportKeys({ calls, paths, refreshTick }: Props) {
  const [changes, setChanges] = useState(0)
  const [made, setMade] = useState<MadeReportKey | null>(null)
  const [revoking, setRevoking] = useState<string | null>(null)
  const keys = useLoaded(calls.reportKeys, { now: Date.now, refreshTick: refreshTick + changes })
  const refresh = () => setChanges((count) => count + 1)
  return (
    <Card title={REPORT_KEYS.title}>
      <p className="card-note">{REPORT_KEYS.about}</p>
      <NewKey
        paths={paths}
        onMake={async (asked) => {
          setMade(await calls.makeReportKey(asked))
          refresh()
        }}
      />
      <LoadedPart of={keys} failed={REPORT_KEYS.failed}>
        {(data) =>
          data?.data.length === 0 ? (
            <p className="one-none">{REPORT_KEYS.none}</p>
          ) : (
            <KeyTable keys={data?.data ?? null} onRevoke={setRevoking} />
          )
        }
      </LoadedPart>
      <MiddleSheet
        opened={made !== null}
        onClose={() => setMade(null)}
        title={made ? REPORT_KEYS.made(made.made.name) : ''}
      >
        {made && <ShownOnce secret={made.key} note={REPORT_KEYS.onceOnly} onClose={() => setMade(null)} />}
      </MiddleSheet>
      {revoking !== null && (
        <AskFirst
          title={REPORT_KEYS.askRevoke(revoking)}
          note={REPORT_KEYS.revokeWhy}
          act={REPORT_KEYS.revokeNow}
          onAct={() => calls.revokeReportKey(revoking)}
          onClose={() => {
            setRevoking(null)
            refresh()
          }}
        />
      )}
    </Card>
  )
}

interface KeyTableProps {
  /** Null while they load. */
  keys: readonly ReportKey[] | null
  onRevoke: (name: string) => void
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <PlainTable
      title={REPORT_KEYS.title}
      columns={[
        PEOPLE.operator,
        PEOPLE.sites,
        REPORT_KEYS.by,
        PEOPLE.since,
        PEOPLE.until,
        REPORT_KEYS.used,
        PEOPLE.actions,
      ]}
      rows={
        keys?.map(({ name, sites, made_by, made_at, expires_at, seen_at, revoked_at }) => ({
          key: name,
          cells: [
            name,
            PEOPLE.sitesOf(sites),
            made_by ?? PEOPLE.console,
            <time>{momentText(made_at)}</time>,
            expires_at === null ? REPORT_KEYS.never : <time>{momentText(expires_at)}</time>,
            seen_at === null ? REPORT_KEYS.unused : <time>{momentText(seen_at)}</time>,
            revoked_at === null ? (
              <Button
                size="xs"
                variant="default"
                aria-label={REPORT_KEYS.revokeOf(name)}
                onClick={() => onRevoke(name)}
              >
                {PEOPLE.revoke}
              </Button>
            ) : (
              PEOPLE.revoked(momentText(revoked_at))
            ),
          ],
        })) ?? null
      }
    />
  )
}

interface KeyRequest {
  name: string
  sites: Sites
  expires_at: number | null
}

function NewKey({
  paths,
  onMake,
}: {
  paths: readonly string[]
  onMake: (asked: KeyRequest) => Promise<void>
}) {
  const [name, setName] = useState('')
  const [sites, setSites] = useState<Sites>(null)
  const [days, setDays] = useState('')
  const { isBusy, failure, run } = useAction(reasonOf)
  const make = (event: FormEvent) => {
    event.preventDefault()
    const expires_at = days === '' ? null : Date.now() + Number(days) * DAY_MS
    void run(() => onMake({ name: name.trim(), sites, expires_at }).then(() => setName('')))
  }
  return (
    <form className="people-form" onSubmit={make}>
      <TextInput
        label={REPORT_KEYS.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        withAsterisk={false}
        maxLength={60}
        autoComplete="off"
      />
      <SiteChoice paths={paths} sites={sites} onChange={setSites} />
      <NativeSelect
        label={REPORT_KEYS.ends}
        data={[
          { value: '', label: REPORT_KEYS.never },
          ...['30', '90', '365'].map((value) => ({ value, label: REPORT_KEYS.afterDays(value) })),
        ]}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <Button type="submit" loading={isBusy}>
        {REPORT_KEYS.make}
      </Button>
      {failure !== null && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
    </form>
  )
}

const DAY_MS = 86_400_000
