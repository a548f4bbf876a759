import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '../../../schemas/operator.ts'
import type { MadeInvitation } from '../../../schemas/people/people.ts'
import { momentText } from '../../stats/address/days.ts'
import { PEOPLE, ROLE_WORDS } from '../../texts/desk/peopleScreen.ts'
import { LogOutSheet } from './LogOutSheet.tsx'
import { PlainTable } from './PlainTable.tsx'
import { ResetSheet } from './ResetSheet.tsx'
import type { PeopleCalls } from './peopleCalls.ts'

interface Props {
  accounts: readonly Account[]
  calls: PeopleCalls
  act: (done: Promise<MadeInvitation | void>) => Promise<void>
}

interface Asked {
  title: string
  why: string
  go: () => Promise<void>
}

/** Who may log in, and who no longer may. */
export function Accounts({ accounts, calls, act }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [resetting, setResetting] = useState<string | null>(null)
  const askRole = (name: string, role: string) =>
    setAsked({
      title: PEOPLE.askRole(name, role),
      why: PEOPLE.roleWhy,
      go: () => act(calls.changeRole(name, role)),
    })
  const askRevoke = (name: string) =>
    setAsked({ title: PEOPLE.askRevoke(name), why: PEOPLE.revokeWhy, go: () => act(calls.revoke(name)) })
  const askCodes = (name: string) =>
    setAsked({ title: PEOPLE.askCodes(name), why: PEOPLE.codesWhy, go: () => act(calls.resetCodes(name)) })
  return (
    <>
      <PlainTable
        title={PEOPLE.accounts}
        columns={[PEOPLE.operator, PEOPLE.role, PEOPLE.since, PEOPLE.codes, PEOPLE.actions]}
        rows={accounts.map(({ name, role, since, revoked_at, second_factor_at }) => ({
          key: name,
          cells:
            revoked_at === null
              ? [
                  name,
                  <NativeSelect
                    size="xs"
                    aria-label={PEOPLE.roleOf(name)}
                    data={Object.keys(ROLE_WORDS)}
                    value={role}
                    onChange={({ currentTarget }) => askRole(name, currentTarget.value)}
                  />,
                  momentText(since),
                  second_factor_at === null ? PEOPLE.codesOff : PEOPLE.codesOn,
                  <span className="people-acts">
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={PEOPLE.newPasswordFor(name)}
                      onClick={() => setResetting(name)}
                    >
                      {PEOPLE.newPassword}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={PEOPLE.revokeOf(name)}
                      onClick={() => askRevoke(name)}
                    >
                      {PEOPLE.revoke}
                    </Button>
                    {second_factor_at !== null && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={PEOPLE.resetCodesOf(name)}
                        onClick={() => askCodes(name)}
                      >
                        {PEOPLE.resetCodes}
                      </Button>
                    )}
                  </span>,
                ]
              : [name, role, momentText(since), '', PEOPLE.revoked(momentText(revoked_at))],
        }))}
      />
      {resetting !== null && (
        <ResetSheet
          name={resetting}
          onGo={(email) => {
            setResetting(null)
            void act(calls.reset(resetting, email))
          }}
          onClose={() => setResetting(null)}
        />
      )}
      {asked && (
        <LogOutSheet
          {...asked}
          onGo={() => {
            setAsked(null)
            void asked.go()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
