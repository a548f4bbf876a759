import { Paper } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Invitation } from '../../../schemas/people/people.ts'
import { Opening } from '../../operator/login/LoginGate.tsx'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { ACCOUNT, INVITATION } from '../people/peopleScreen.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { AccountForm } from './AccountForm.tsx'

interface Props {
  product: string
  inside: OperatorCalls['inside']
}

/** Page of a link for a person who is not logged in, to choose an account's password. The token is after the # of the address. */
export function InvitationPage({ product, inside }: Props) {
  const [token] = useState(() => location.hash.slice(1))
  const [isSaved, setSaved] = useState(false)
  const load = useCallback(
    () => inside<Invitation>({ method: 'post', url: '/invitation', data: { token } }),
    [inside, token],
  )
  const { data, failure, retry } = useLoaded(load, { now: Date.now })
  if (failure !== null)
    return (
      <main className="login">
        <Notice title={INVITATION.broken} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      </main>
    )
  if (!data) return <Opening />
  const { name, role, sites } = data
  return (
    <main className="login">
      <Paper className="login-card">
        <p className="brand">{product}</p>
        <h1>{isSaved ? INVITATION.saved : INVITATION.title}</h1>
        {isSaved ? (
          <a href="/desk">{INVITATION.logIn}</a>
        ) : (
          <>
            <p>{role === null ? INVITATION.forKnown(name) : INVITATION.forNew(name, role, sites)}</p>
            <AccountForm
              asks={{ password: ACCOUNT.chosen }}
              submit={INVITATION.save}
              onSubmit={async ({ password }) => {
                await inside({ method: 'post', url: '/invitation/accept', data: { token, password } })
                setSaved(true)
              }}
            />
          </>
        )}
      </Paper>
    </main>
  )
}
