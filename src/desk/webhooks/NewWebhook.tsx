import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { NAME_PATTERN } from '../../../schemas/kernel/formFieldLimits.ts'
import type { WebhookKind } from '../../../schemas/outgoing/webhook.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { ShownOnce } from '../../operator/sheets/ShownOnce.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { KINDS, WEBHOOKS } from './webhookScreen.ts'
import type { WebhookCalls } from './webhookCalls.ts'

interface Props {
  make: WebhookCalls['make']
  onClose: () => void
}

/** Form for a webhook, which shows its signing key once. */
export function NewWebhook({ make, onClose }: Props) {
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  return (
    <MiddleSheet opened onClose={onClose} title={made ? WEBHOOKS.madeTitle(made.name) : WEBHOOKS.makeTitle}>
      {made ? (
        <ShownOnce secret={made.key} note={WEBHOOKS.onceOnly} onClose={onClose} />
      ) : (
        <Asked make={make} onMade={setMade} onClose={onClose} />
      )}
    </MiddleSheet>
  )
}

const NAME = RegExp(NAME_PATTERN)
const ALL = Object.keys(KINDS) as WebhookKind[]

function Asked({ make, onMade, onClose }: Props & { onMade: (made: { name: string; key: string }) => void }) {
  const [wanted, setWanted] = useState({ name: '', url: 'https://', kinds: ALL, persons: false })
  const [isAsked, setAsked] = useState(false)
  const { isBusy, failure, run } = useAction()
  const { name, url, kinds, persons } = wanted
  const wrong = {
    name: NAME.test(name) ? null : WEBHOOKS.nameWrong,
    url: URL.parse(url)?.protocol === 'https:' ? null : WEBHOOKS.urlWrong,
    kinds: kinds.length > 0 ? null : WEBHOOKS.kindsWrong,
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.values(wrong).some((sentence) => sentence !== null)) return
    void run(() => make(wanted).then(({ key }) => onMade({ name, key })))
  }
  return (
    <form onSubmit={send} noValidate>
      <TextInput
        label={WEBHOOKS.name}
        description={WEBHOOKS.nameAbout}
        error={isAsked && wrong.name}
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => setWanted({ ...wanted, name: currentTarget.value })}
      />
      <TextInput
        label={WEBHOOKS.url}
        description={WEBHOOKS.urlAbout}
        error={isAsked && wrong.url}
        type="url"
        mt="sm"
        value={url}
        onChange={({ currentTarget }) => setWanted({ ...wanted, url: currentTarget.value })}
      />
      <Checkbox.Group
        label={WEBHOOKS.kinds}
        mt="sm"
        error={isAsked && wrong.kinds}
        value={kinds}
        onChange={(kinds) => setWanted({ ...wanted, kinds: kinds as WebhookKind[] })}
      >
        {ALL.map((kind) => (
          <Checkbox key={kind} value={kind} label={KINDS[kind]} mt="xs" />
        ))}
      </Checkbox.Group>
      <Checkbox
        mt="md"
        label={WEBHOOKS.persons}
        description={WEBHOOKS.personsAbout}
        checked={persons}
        onChange={({ currentTarget }) => setWanted({ ...wanted, persons: currentTarget.checked })}
      />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {WEBHOOKS.makeNow}
        </Button>
      </SheetEnd>
    </form>
  )
}
