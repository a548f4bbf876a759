import { Button, NativeSelect } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Account, OperatorRole } from '../../../schemas/people/operator.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { ROLES } from '../../../schemas/people/roles.ts'
import { PEOPLE } from './peopleScreen.ts'
import { accessAsked, type Access } from './access.ts'
import { SiteChoice } from './SiteChoice.tsx'

interface Props {
  account: Account
  paths: readonly string[]
  /** Explanation of the effect. */
  note: string
  onGo: (access: Access) => void
  onClose: () => void
}

/** Form for the role and the sites of an account. */
export function AccessSheet({ account, paths, note, onGo, onClose }: Props) {
  const [role, setRole] = useState(account.role)
  const [sites, setSites] = useState(account.sites)
  const go = (event: FormEvent) => {
    event.preventDefault()
    onGo(accessAsked(role, sites))
  }
  return (
    <MiddleSheet title={PEOPLE.accessOf(account.name)} opened onClose={onClose}>
      <form className="replay" onSubmit={go}>
        <NativeSelect
          label={PEOPLE.role}
          data={Object.keys(ROLES)}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value as OperatorRole)}
          data-autofocus
        />
        <SiteChoice paths={paths} sites={sites} onChange={setSites} disabled={role === 'admin'} />
        <p className="card-note">{PEOPLE.roleMay(role, ROLES[role].sees)}</p>
        <p>{note}</p>
        <SheetEnd failure={null} onCancel={onClose}>
          <Button type="submit">{PEOPLE.accessNow}</Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}
