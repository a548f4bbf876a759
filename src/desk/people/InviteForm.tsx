import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import { ROLES } from '../../../schemas/people/roles.ts'
import { PEOPLE } from './peopleScreen.ts'
import { accessAsked, type Access } from './access.ts'
import { SiteChoice } from './SiteChoice.tsx'

interface Props {
  paths: readonly string[]
  onInvite: (asked: Access & { name: string; email: string | null }) => Promise<void>
}

/** Makes a link for a new account. */
export function InviteForm({ paths, onInvite }: Props) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<OperatorRole>('viewer')
  const [sites, setSites] = useState<Sites>(null)
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const asked = { name: name.trim(), ...accessAsked(role, sites), email: email.trim() || null }
    void onInvite(asked).finally(() => setBusy(false))
  }
  return (
    <form className="people-form" onSubmit={submit}>
      <TextInput
        label={PEOPLE.operator}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <NativeSelect
        label={PEOPLE.role}
        data={Object.keys(ROLES)}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as OperatorRole)}
      />
      <SiteChoice paths={paths} sites={sites} onChange={setSites} disabled={role === 'admin'} />
      <TextInput
        label={PEOPLE.email}
        type="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        autoComplete="off"
      />
      <Button type="submit" loading={busy}>
        {PEOPLE.inviteSend}
      </Button>
      <p className="card-note">
        {PEOPLE.roleMay(role, ROLES[role].sees)} {PEOPLE.inviteWhy}
      </p>
    </form>
  )
}
