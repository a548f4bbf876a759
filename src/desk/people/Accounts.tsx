import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Account } from '../../../schemas/people/operator.ts'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { MadeInvitation } from '../../../schemas/people/people.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { momentText } from '../../time/momentText.ts'
import { PEOPLE } from './peopleScreen.ts'
import { AccessSheet } from './AccessSheet.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import type { PeopleCalls } from './peopleCalls.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'

interface Props {
  /** Null while they load. */
  accounts: readonly Account[] | null
  /** Paths of every site. */
  paths: readonly string[]
  /** Webhooks of all operators; null while unknown. */
  webhooks: readonly Webhook[] | null
  calls: PeopleCalls
  act: (done: Promise<MadeInvitation | void>) => Promise<void>
}

/** Action on an account that needs confirmation. */
type AccountAction = { account: Account; what: 'access' | 'reset' | 'revoke' | 'codes' }

/** Accounts that may log in, and former ones. */
export function Accounts({ accounts, paths, webhooks, calls, act }: Props) {
  const [asked, setAsked] = useState<AccountAction | null>(null)
  const go = (done: Promise<MadeInvitation | void>) => {
    setAsked(null)
    void act(done)
  }
  const onClose = () => setAsked(null)
  const { name = '' } = asked?.account ?? {}
  const goOn = webhookSentence(webhooks, name)
  return (
    <>
      <PlainTable
        title={PEOPLE.accounts}
        columns={[PEOPLE.operator, PEOPLE.role, PEOPLE.sites, PEOPLE.since, PEOPLE.codes, PEOPLE.actions]}
        rows={accounts?.map((account) => ({ key: account.name, cells: cellsOf(account, setAsked) })) ?? null}
      />
      {asked?.what === 'access' && (
        <AccessSheet
          account={asked.account}
          paths={paths}
          note={`${PEOPLE.accessWhy} ${goOn}`}
          onGo={(access) => go(calls.changeRole({ name, ...access }))}
          onClose={onClose}
        />
      )}
      {asked?.what === 'reset' && (
        <ResetSheet name={name} onGo={(email) => go(calls.reset(name, email))} onClose={onClose} />
      )}
      {asked?.what === 'revoke' && (
        <AskFirst
          title={PEOPLE.askRevoke(name)}
          note={`${PEOPLE.revokeWhy} ${goOn}`}
          act={PEOPLE.revokeNow}
          onAct={() => act(calls.revoke(name))}
          onClose={onClose}
        />
      )}
      {asked?.what === 'codes' && (
        <AskFirst
          title={PEOPLE.askCodes(name)}
          note={PEOPLE.codesWhy}
          act={PEOPLE.resetCodesNow}
          onAct={() => act(calls.resetCodes(name))}
          onClose={onClose}
        />
      )}
    </>
  )
}

/** Names of webhooks that stay when their maker leaves; empty if none do. */
function webhookSentence(webhooks: readonly Webhook[] | null, maker: string): string {
  const names = webhooks?.flatMap(({ name, made_by, ended_at }) =>
    made_by === maker && ended_at === null ? name : [],
  )
  return names?.length === 0 ? '' : PEOPLE.webhooksOf(names ?? null)
}

function cellsOf(account: Account, ask: (asked: AccountAction) => void) {
  const { name, role, sites, since, revoked_at, second_factor_at } = account
  const known = [name, role, PEOPLE.sitesOf(sites), <time key="since">{momentText(since)}</time>]
  if (revoked_at !== null) return [...known, '', PEOPLE.revoked(momentText(revoked_at))]
  const button = (what: AccountAction['what'], text: string, label: string) => (
    <Button size="xs" variant="default" aria-label={label} onClick={() => ask({ account, what })}>
      {text}
    </Button>
  )
  return [
    ...known,
    second_factor_at === null ? PEOPLE.codesOff : PEOPLE.codesOn,
    <span className="row-acts">
      {button('access', PEOPLE.access, PEOPLE.accessOf(name))}
      {button('reset', PEOPLE.newPassword, PEOPLE.newPasswordFor(name))}
      {button('revoke', PEOPLE.revoke, PEOPLE.revokeOf(name))}
      {second_factor_at !== null && button('codes', PEOPLE.resetCodes, PEOPLE.resetCodesOf(name))}
    </span>,
  ]
}

interface ResetSheetProps {
  name: string
  onGo: (email: string | null) => void
  onClose: () => void
}

/** Form for the email address of a password link, which is optional. */
function ResetSheet({ name, onGo, onClose }: ResetSheetProps) {
  const [email, setEmail] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    onGo(email.trim() || null)
  }
  return (
    <MiddleSheet title={PEOPLE.newPasswordFor(name)} opened onClose={onClose}>
      <form className="replay" onSubmit={go}>
        <p>{PEOPLE.resetWhy}</p>
        <TextInput
          label={PEOPLE.email}
          type="email"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <SheetEnd failure={null} onCancel={onClose}>
          <Button type="submit">{PEOPLE.inviteSend}</Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}
