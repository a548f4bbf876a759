import { Button, Skeleton, TextInput } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useCallback, useState } from 'react'
import type { Passkey, Passkeys } from '../../../schemas/people/passkey.ts'
import { momentText } from '../../time/momentText.ts'
import { hasPasskeys, makePasskey, passkeyFailure } from '../../operator/login/passkeyDialogs.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import { LoadedPart } from '../parts/LoadedPart.tsx'

/** Adds passkeys to the operator's own account, and removes them. */
export function PasskeyCard({ onChanged }: { onChanged: () => void }) {
  const { state, remove, ...adding } = usePasskeys(onChanged)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <Card title={PASSKEYS.title}>
      <LoadedPart of={state} failed={PASSKEYS.failed}>
        {(loaded) =>
          loaded === null ? (
            <Skeleton height={140} />
          ) : (
            <>
              <p className="card-note">{PASSKEYS.about}</p>
              {loaded.data.length > 0 && <PasskeyTable passkeys={loaded.data} onRemove={setRemoved} />}
              {loaded.origin === location.origin && hasPasskeys() ? (
                <NewPasskey {...adding} />
              ) : (
                <p className="card-note">{PASSKEYS.elsewhere(loaded.origin)}</p>
              )}
            </>
          )
        }
      </LoadedPart>
      {removed && (
        <AskFirst
          title={PASSKEYS.askRemove(removed.label)}
          note={PASSKEYS.removeWhy}
          act={PASSKEYS.removeIt}
          onAct={() => remove(removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  )
}

interface Adding {
  label: string
  setLabel: (label: string) => void
  add: () => Promise<void>
  isBusy: boolean
  failure: string | null
}

/** Passkeys of the operator's own account. `label`: name of the next one. */
function usePasskeys(onChanged: () => void) {
  const { inside } = useDesk()
  const [tick, setTick] = useState(0)
  const [label, setLabel] = useState('')
  const { isBusy, failure, run } = useAction(passkeyFailure)
  const load = useCallback(
    (signal: AbortSignal) => inside<Passkeys>({ url: '/account/passkeys', signal }),
    [inside],
  )
  const state = useLoaded(load, { now: Date.now, refreshTick: tick })
  const changed = () => {
    setTick((before) => before + 1)
    onChanged()
  }
  const add = () =>
    run(async () => {
      const { options } = await inside<{ options: PublicKeyCredentialCreationOptionsJSON }>({
        method: 'post',
        url: '/account/passkeys/begin',
      })
      const made = await makePasskey(options)
      await inside<Passkey>({ method: 'post', url: '/account/passkeys', data: { label, ...made } })
      setLabel('')
      changed()
    })
  const remove = async (id: string) => {
    await inside<void>({ method: 'post', url: '/account/passkeys/remove', data: { id } })
    changed()
  }
  return { state, remove, label, setLabel, add, isBusy, failure }
}

interface TableProps {
  passkeys: readonly Passkey[]
  onRemove: (passkey: Passkey) => void
}

function PasskeyTable({ passkeys, onRemove }: TableProps) {
  return (
    <PlainTable
      title={PASSKEYS.title}
      columns={[PASSKEYS.label, PASSKEYS.added, PASSKEYS.used, PASSKEYS.actions]}
      rows={passkeys.map((passkey) => ({
        key: passkey.id,
        cells: [
          passkey.label,
          <time key="added">{momentText(passkey.made_at)}</time>,
          passkey.used_at === null ? PASSKEYS.unused : <time key="used">{momentText(passkey.used_at)}</time>,
          <Button
            key="remove"
            size="xs"
            variant="default"
            aria-label={PASSKEYS.removeOf(passkey.label)}
            onClick={() => onRemove(passkey)}
          >
            {PASSKEYS.remove}
          </Button>,
        ],
      }))}
    />
  )
}

function NewPasskey({ label, setLabel, add, isBusy, failure }: Adding) {
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextInput
        size="md"
        label={PASSKEYS.name}
        description={PASSKEYS.nameWhy}
        required
        withAsterisk={false}
        maxLength={60}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      {failure !== null && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
      <Button type="submit" loading={isBusy}>
        {PASSKEYS.add}
      </Button>
    </form>
  )
}

/** The part of one's own account about passkeys. */
const PASSKEYS = {
  title: 'Passkeys',
  failed: 'Couldn’t load your passkeys',
  about:
    'Log in with your fingerprint, face, or screen lock. A passkey replaces your password and two-factor authentication code.',
  label: 'Name',
  added: 'Added',
  used: 'Last used',
  unused: 'never',
  actions: 'Actions',
  name: 'Passkey name',
  nameWhy: 'For example, the device it’s on.',
  add: 'Add passkey',
  elsewhere: (origin: string | null) =>
    origin === null
      ? 'Passkeys need HTTPS and a host name. They work once PUBLIC_URL is set, or on localhost.'
      : `To add a passkey, open this page at ${origin} in a browser that supports passkeys.`,
  remove: 'Remove',
  removeOf: (label: string) => `Remove passkey ${label}`,
  askRemove: (label: string) => `Remove passkey ${label}?`,
  removeWhy: 'It will no longer log you in. You’ll be logged out everywhere else.',
  removeIt: 'Remove passkey',
} as const
