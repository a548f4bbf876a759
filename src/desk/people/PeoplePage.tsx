import { useCallback, useMemo, useState } from 'react'
import type { MadeInvitation, Invitation } from '../../../schemas/people/people.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { PEOPLE } from './peopleScreen.ts'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { Accounts } from './Accounts.tsx'
import { AuditCard } from './AuditCard.tsx'
import { InviteForm } from './InviteForm.tsx'
import { LoginTable } from './LoginTable.tsx'
import { peopleCalls } from './peopleCalls.ts'
import { ReportKeys } from './ReportKeys.tsx'
import { Button } from '@mantine/core'
import { momentText } from '../../time/momentText.ts'
import { PlainTable } from '../list/PlainTable.tsx'

const NONE: readonly string[] = []

/** Accounts, pending links, logins, and the audit log, for admins only. The server refuses everyone else. */
export function PeoplePage() {
  const { inside } = useDesk()
  const calls = useMemo(() => peopleCalls(inside), [inside])
  const [tick, setTick] = useState(0)
  const [made, setMade] = useState<MadeInvitation | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const people = useLoaded(calls.people, { now: Date.now, refreshTick: tick })
  const paths = useLoaded(calls.paths, { now: Date.now }).data?.data ?? NONE
  const webhooks = useLoaded(calls.webhooks, { now: Date.now }).data?.data ?? null
  const logins = useLoaded(calls.logins, { now: Date.now, refreshTick: tick })
  /** Runs an action, shows the reason if it fails, and refreshes the page. */
  const act = useCallback((done: Promise<MadeInvitation | void>) => {
    setFailure(null)
    setMade(null)
    return done
      .then((answer) => setMade(answer || null))
      .catch((error: unknown) => setFailure(reasonOf(error)))
      .finally(() => setTick((before) => before + 1))
  }, [])
  const { accounts = [], invitations = [] } = people.data ?? {}
  return (
    <main className="screen people" aria-busy={people.loading}>
      <h1>{PEOPLE.name}</h1>
      {failure !== null && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
      {made && <MadeLink made={made} />}
      <Card title={PEOPLE.accounts}>
        <LoadedPart of={people} failed={PEOPLE.accountsFailed}>
          {(data) => <Accounts accounts={data?.accounts ?? null} {...{ paths, webhooks, calls, act }} />}
        </LoadedPart>
      </Card>
      <Card title={PEOPLE.invite}>
        <InviteForm paths={paths} onInvite={(asked) => act(calls.invite(asked))} />
      </Card>
      {invitations.length > 0 && (
        <Card title={PEOPLE.waiting}>
          <Waiting invitations={invitations} onWithdraw={(name) => void act(calls.withdraw(name))} />
        </Card>
      )}
      <Card title={PEOPLE.logins}>
        <LoadedPart of={logins} failed={PEOPLE.loginsFailed}>
          {(data) => <LoginTable logins={data?.data ?? null} onEnd={(id) => void act(calls.endLogin(id))} />}
        </LoadedPart>
      </Card>
      <ReportKeys calls={calls} paths={paths} refreshTick={tick} />
      <AuditCard calls={calls} names={accounts.map(({ name }) => name)} refreshTick={tick} />
    </main>
  )
}

/** A new link, to be copied unless it was mailed. */
function MadeLink({ made: { invitation, link, mail_failed } }: { made: MadeInvitation }) {
  const [copied, setCopied] = useState<string | null>(null)
  if (link === null)
    return (
      <p role="status" className="one-note">
        {PEOPLE.mailed(invitation.name)}
      </p>
    )
  return (
    <Card title={PEOPLE.linkFor(invitation.name)}>
      <div role="status">
        <p>
          {mail_failed !== null && PEOPLE.notMailed(mail_failed)} {PEOPLE.handOver}
        </p>
        <p className="people-link">
          <code>{link}</code>
        </p>
      </div>
      <Button
        size="xs"
        onClick={() =>
          void navigator.clipboard.writeText(link).then(
            () => setCopied(link),
            () => {},
          )
        }
      >
        {copied === link ? PEOPLE.copied : PEOPLE.copy}
      </Button>
    </Card>
  )
}

interface Props {
  invitations: readonly Invitation[]
  onWithdraw: (name: string) => void
}

/** Links that have not been used. */
function Waiting({ invitations, onWithdraw }: Props) {
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
