import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { PrivacyRequestKind } from '../../../schemas/kernel/privacy.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { PRIVACY, PRIVACY_KINDS } from './privacyScreen.ts'
import type { PrivacyCalls } from './privacyCalls.ts'

interface Props {
  /** Paths of every site. */
  paths: readonly string[]
  add: PrivacyCalls['add']
  onAdded: (request: number) => void
  onClose: () => void
}

/** Logs a request that did not come through a form. */
export function NewRequest({ paths, add, onAdded, onClose }: Props) {
  const [asked, setAsked] = useState({
    kind: '',
    path: paths.length === 1 ? paths[0]! : '',
    email: '',
    phone: '',
  })
  const [isSent, setSent] = useState(false)
  const { isBusy, failure, run } = useAction()
  const { kind, path, email, phone } = asked
  const wrong = {
    kind: kind === '' ? PRIVACY.kindMissing : null,
    path: path === '' ? PRIVACY.pathMissing : null,
    email: email.trim() === '' && phone.trim() === '' ? PRIVACY.contactMissing : null,
  }
  const field = (name: keyof typeof asked) => ({
    value: asked[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setAsked({ ...asked, [name]: currentTarget.value }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.values(wrong).some((sentence) => sentence !== null)) return
    void run(async () => onAdded((await add({ ...asked, kind: kind as PrivacyRequestKind })).request))
  }
  return (
    <MiddleSheet opened onClose={onClose} title={PRIVACY.addTitle}>
      <form onSubmit={send} noValidate>
        <p className="card-note">{PRIVACY.addWhy}</p>
        <NativeSelect
          mt="sm"
          label={PRIVACY.kind}
          error={isSent && wrong.kind}
          data={[NOT_CHOSEN, ...Object.entries(PRIVACY_KINDS).map(([value, label]) => ({ value, label }))]}
          data-autofocus
          {...field('kind')}
        />
        <NativeSelect
          mt="sm"
          label={PRIVACY.path}
          error={isSent && wrong.path}
          data={[NOT_CHOSEN, ...paths.map((value) => ({ value, label: `/${value}` }))]}
          {...field('path')}
        />
        <TextInput
          mt="sm"
          label={PRIVACY.email}
          description={PRIVACY.contactAbout}
          error={isSent && wrong.email}
          type="email"
          maxLength={320}
          autoComplete="off"
          {...field('email')}
        />
        <TextInput
          mt="sm"
          label={PRIVACY.phone}
          type="tel"
          maxLength={320}
          autoComplete="off"
          {...field('phone')}
        />
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {PRIVACY.addNow}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

const NOT_CHOSEN = { value: '', label: PRIVACY.choose, disabled: true }
