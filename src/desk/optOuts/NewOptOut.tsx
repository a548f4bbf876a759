import { Button, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { MOST_SAID } from '../../../schemas/kernel/formFieldLimits.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import type { OptOutCalls } from './optOutCalls.ts'
import { OPT_OUTS } from './optOutScreen.ts'

interface Props {
  add: OptOutCalls['add']
  /** Called with the number of notices to buyers. */
  onAdded: (notices: number) => void
  onClose: () => void
}

/** Adds an opt-out that came to an operator. */
export function NewOptOut({ add, onAdded, onClose }: Props) {
  const [given, setGiven] = useState({ phone: '', email: '', said: '' })
  const [isSent, setSent] = useState(false)
  const { isBusy, failure, run } = useAction()
  const isUnnamed = given.phone.trim() === '' && given.email.trim() === ''
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setGiven({ ...given, [name]: currentTarget.value }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isUnnamed) void run(async () => onAdded((await add(given)).notices))
  }
  return (
    <MiddleSheet opened onClose={onClose} title={OPT_OUTS.addTitle}>
      <form onSubmit={send} noValidate>
        <p className="card-note">{OPT_OUTS.addWhy}</p>
        <TextInput
          mt="sm"
          label={OPT_OUTS.phone}
          error={isSent && isUnnamed && OPT_OUTS.contactMissing}
          type="tel"
          maxLength={40}
          data-autofocus
          {...field('phone')}
        />
        <TextInput mt="sm" label={OPT_OUTS.email} type="email" maxLength={320} {...field('email')} />
        <Textarea
          mt="sm"
          label={OPT_OUTS.said}
          description={OPT_OUTS.saidAbout}
          maxLength={MOST_SAID}
          autosize
          minRows={2}
          maxRows={8}
          {...field('said')}
        />
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {OPT_OUTS.addNow}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}
