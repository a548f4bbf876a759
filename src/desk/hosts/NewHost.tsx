import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { HOST_PATTERN } from '../../../schemas/kernel/formFieldLimits.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { HOSTS } from './hostScreen.ts'

/** Adds a host to the list. */
export function NewHost({ onAdd }: { onAdd: (host: string) => Promise<void> }) {
  const [host, setHost] = useState('')
  const [said, setSaid] = useState('')
  const { isBusy, failure, setFailure, run } = useAction(reasonOf)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setSaid('')
    const wanted = host.trim()
    if (!NAME.test(wanted)) return setFailure(HOSTS.hostWrong)
    void run(() =>
      onAdd(wanted).then(() => {
        setHost('')
        setSaid(HOSTS.isAdded(wanted))
      }),
    )
  }
  return (
    <form className="people-form" onSubmit={add} noValidate>
      <TextInput
        label={HOSTS.host}
        description={HOSTS.hostAbout}
        error={failure}
        value={host}
        onChange={({ currentTarget }) => setHost(currentTarget.value)}
        maxLength={253}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" loading={isBusy}>
        {HOSTS.add}
      </Button>
      <p className="card-note" role="status">
        {said}
      </p>
    </form>
  )
}

const NAME = RegExp(HOST_PATTERN)
