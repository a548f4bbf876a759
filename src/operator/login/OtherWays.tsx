import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { LoginWays } from '../../../schemas/people/passkey.ts'
import { LOGIN_WAYS } from '../screenWords.ts'
import { PROVIDER_FAILURES, type ProviderFailure } from '../../texts/login/providerLogin.ts'
import { useAction } from '../loading/useAction.ts'
import { hasPasskeys, passkeyFailure } from './passkeyDialogs.ts'

interface Props {
  load: () => Promise<LoginWays>
  onPasskey: () => Promise<void>
}

/** Logins without a password, if available: with a passkey, or with a provider. */
export function OtherWays({ load, onPasskey }: Props) {
  const [ways, setWays] = useState<LoginWays | null>(null)
  const [failed] = useState(failureInAddress)
  const { isBusy, failure, run } = useAction(passkeyFailure)
  useEffect(() => {
    let isGone = false
    load().then(
      (found) => !isGone && setWays(found),
      // The password form still works.
      () => {},
    )
    if (failed) history.replaceState(history.state, '', location.pathname + location.search)
    return () => {
      isGone = true
    }
  }, [load, failed])
  if (!ways) return null
  const { passkey_origin, provider } = ways
  const canUsePasskey = passkey_origin === location.origin && hasPasskeys()
  if (!canUsePasskey && provider === null) return null
  const to = encodeURIComponent(location.pathname + location.search)
  const reason = failure ?? (failed && provider !== null ? PROVIDER_FAILURES[failed](provider) : null)
  return (
    <>
      <p className="login-or">{LOGIN_WAYS.or}</p>
      {reason !== null && (
        <p role="alert" className="login-failure">
          {reason}
        </p>
      )}
      {canUsePasskey && (
        <Button variant="default" size="md" fullWidth loading={isBusy} onClick={() => void run(onPasskey)}>
          {LOGIN_WAYS.passkey}
        </Button>
      )}
      {provider !== null && (
        <Button component="a" href={`/api/reports/oidc/login?to=${to}`} variant="default" size="md" fullWidth>
          {LOGIN_WAYS.provider(provider)}
        </Button>
      )}
    </>
  )
}

/** Reason why a provider's login failed, if its redirect ended here. */
function failureInAddress(): ProviderFailure | null {
  const [, word = ''] = /^#login=(\w+)$/.exec(location.hash) ?? []
  return Object.hasOwn(PROVIDER_FAILURES, word) ? (word as ProviderFailure) : null
}
