import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { ACCOUNT } from '../people/peopleScreen.ts'
import { LOGIN } from '../../operator/screenWords.ts'

type Field = 'present' | 'password' | 'code'

interface Props {
  /** Fields with their labels: the present password, a new one, a code. */
  asks: Partial<Record<Field, string>>
  submit: string
  /** Message when done. */
  done?: string
  onSubmit: (typed: Record<Field, string>) => Promise<void>
}

/** Form to change an account. The server reports errors. */
export function AccountForm({ asks, submit, done = '', onSubmit }: Props) {
  const [typed, setTyped] = useState(NOTHING)
  const [isDone, setDone] = useState(false)
  const { isBusy, failure, run } = useAction(reasonOf)
  const act = (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    void run(async () => {
      await onSubmit(typed)
      setTyped(NOTHING)
      setDone(true)
    })
  }
  return (
    <form className="account-form" onSubmit={act}>
      {FIELDS.filter((field) => asks[field] !== undefined).map((field) => {
        const Input = field === 'code' ? TextInput : PasswordInput
        return (
          <Input
            key={field}
            {...LOOKS[field]}
            size="md"
            label={asks[field]}
            required
            withAsterisk={false}
            value={typed[field]}
            onChange={({ currentTarget }) => setTyped({ ...typed, [field]: currentTarget.value })}
          />
        )
      })}
      {failure !== null && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
      {isDone && <p role="status">{done}</p>}
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </form>
  )
}

const FIELDS: readonly Field[] = ['present', 'password', 'code']

const NOTHING: Record<Field, string> = { present: '', password: '', code: '' }

const toggle = { visibilityToggleButtonProps: { 'aria-label': LOGIN.showPassword } }
const LOOKS = {
  present: { ...toggle, autoComplete: 'current-password' },
  password: { ...toggle, autoComplete: 'new-password', description: ACCOUNT.rule },
  code: { autoComplete: 'one-time-code', maxLength: 40 },
}
