import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { PEOPLE } from './peopleScreen.ts'

interface Props {
  name: string
  onGo: (email: string | null) => void
  onClose: () => void
}

/** Form for the email address of a password link, which is optional. */
export function ResetSheet({ name, onGo, onClose }: Props) {
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
