import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { Confirm, ConfirmMethod } from '../../../schemas/people/confirm.ts'
import { CONFIRM, LOGIN } from '../screenWords.ts'
import { MiddleSheet } from '../sheets/Sheet.tsx'
import { SheetEnd } from '../sheets/SheetEnd.tsx'
import { useAction } from '../loading/useAction.ts'
import { reasonOf } from '../loading/operatorCalls.ts'

interface Props {
  /** Methods to offer, the usual one first. */
  methods: readonly ConfirmMethod[]
  confirm: (shown: Confirm) => Promise<void>
  onEnd: (isConfirmed: boolean) => void
}

/** Asks for the password, or for a code. */
export function ConfirmForm({ methods, confirm, onEnd }: Props) {
  const [method, setMethod] = useState(methods[0]!)
  const [typed, setTyped] = useState('')
  const { isBusy, failure, setFailure, run } = useAction(reasonOf)
  const field = useRef<HTMLInputElement>(null)
  const other = methods.find((one) => one !== method)
  const choose = (next: ConfirmMethod) => {
    setMethod(next)
    setTyped('')
    setFailure(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The sheet may be inside another form in the React tree.
    event.stopPropagation()
    void run(async () => {
      try {
        await confirm(method === 'password' ? { present: typed } : { code: typed.trim() })
      } catch (error) {
        setTyped('')
        field.current?.focus()
        throw error
      }
      onEnd(true)
    })
  }
  const Input = method === 'password' ? PasswordInput : TextInput
  return (
    <MiddleSheet opened size="sm" title={CONFIRM.title} onClose={() => onEnd(false)}>
      <form onSubmit={submit}>
        <Text size="sm" mb="sm">
          {CONFIRM.why}
        </Text>
        <Input
          key={method}
          ref={field}
          {...LOOKS[method]}
          size="md"
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {other && (
          <Button variant="subtle" mt="xs" onClick={() => choose(other)}>
            {CONFIRM.instead[other]}
          </Button>
        )}
        <SheetEnd failure={failure} onCancel={() => onEnd(false)}>
          <Button type="submit" loading={isBusy}>
            {CONFIRM.confirm}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

const LOOKS = {
  password: {
    label: LOGIN.password,
    autoComplete: 'current-password',
    visibilityToggleButtonProps: { 'aria-label': LOGIN.showPassword },
  },
  code: { label: CONFIRM.code, autoComplete: 'one-time-code', maxLength: 40 },
}
