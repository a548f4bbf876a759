import { useCallback, useState } from 'react'
import type { LoginSession } from '../../../schemas/people/people.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { ACCOUNT, PEOPLE } from '../people/peopleScreen.ts'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { LoginTable } from '../people/LoginTable.tsx'
import { AccountForm } from './AccountForm.tsx'
import { PasskeyCard } from './PasskeyCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** The operator's own account: the password, and their logins. */
export function AccountPage() {
  const { inside, operator, role, sites } = useDesk()
  const [tick, setTick] = useState(0)
  const [ended, setEnded] = useState<string | null>(null)
  const load = useCallback(
    (signal: AbortSignal) => inside<{ data: LoginSession[] }>({ url: '/account/logins', signal }),
    [inside],
  )
  const logins = useLoaded(load, { now: Date.now, refreshTick: tick })
  const refresh = () => setTick((before) => before + 1)
  const end = (id: string) => {
    setEnded(null)
    inside({ method: 'post', url: '/account/logins/end', data: { id } })
      .catch((error: unknown) => setEnded(reasonOf(error)))
      .finally(refresh)
  }
  return (
    <main className="screen people">
      <h1>{ACCOUNT.name}</h1>
      {role !== null && sites !== null && <p>{ACCOUNT.access(operator, role, sites)}</p>}
      <Card title={ACCOUNT.password}>
        <AccountForm
          asks={{ present: ACCOUNT.present, password: ACCOUNT.chosen }}
          submit={ACCOUNT.change}
          done={ACCOUNT.changed}
          onSubmit={({ present, password }) =>
            inside<void>({
              method: 'post',
              url: '/account/password',
              data: { present, password },
            }).finally(refresh)
          }
        />
      </Card>
      <SecondFactorCard onChanged={refresh} />
      <PasskeyCard onChanged={refresh} />
      <Card title={ACCOUNT.logins}>
        {ended !== null && (
          <p role="alert" className="login-failure">
            {ended}
          </p>
        )}
        <LoadedPart of={logins} failed={PEOPLE.loginsFailed}>
          {(data) => <LoginTable logins={data?.data ?? null} onEnd={end} />}
        </LoadedPart>
      </Card>
    </main>
  )
}
