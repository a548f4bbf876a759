import { Button, Checkbox, Fieldset, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { NAME_PATTERN } from '../../../schemas/kernel/formFieldLimits.ts'
import type { PostbackKind, PostbackSettings } from '../../../schemas/outgoing/postback.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { LIST } from '../parts/deskScreen.ts'
import type { AffiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES, KINDS, POSTBACKS } from './affiliateScreen.ts'
import { POSTBACK_PRESETS } from './postbackPresets.ts'

const NAME = RegExp(NAME_PATTERN)

/** Form for a postback, filled with the usual settings of a tracker. */
export function NewPostbackSheet({
  add,
  onClose,
}: {
  add: AffiliateCalls['addPostback']
  onClose: () => void
}) {
  const [preset, setPreset] = useState(POSTBACK_PRESETS[0]!.name)
  const [named, setNamed] = useState({ name: '', aff_id: '', offer: '', paid_only: false })
  const [settings, setSettings] = useState<PostbackSettings>(POSTBACK_PRESETS[0]!.settings)
  const [isAsked, setAsked] = useState(false)
  const { isBusy, failure, run } = useAction()
  const { words } = settings
  const wrong = {
    name: NAME.test(named.name) ? null : POSTBACKS.nameWrong,
    aff_id: named.aff_id.trim() === '' ? AFFILIATES.affiliateWrong : null,
    url: /^https?:\/\/./.test(settings.url) ? null : POSTBACKS.urlWrong,
    words: Object.keys(words).length > 0 ? null : POSTBACKS.wordsWrong,
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.values(wrong).some((sentence) => sentence !== null)) return
    const asked = { ...named, aff_id: named.aff_id.trim(), offer: named.offer.trim(), settings }
    void run(() => add(asked).then(onClose))
  }
  const change = (changed: Partial<PostbackSettings>) => setSettings({ ...settings, ...changed })
  return (
    <MiddleSheet opened onClose={onClose} size="lg" title={POSTBACKS.makeTitle}>
      <form onSubmit={send} noValidate>
        <Select
          label={POSTBACKS.preset}
          allowDeselect={false}
          data={POSTBACK_PRESETS.map(({ name }) => name)}
          value={preset}
          data-autofocus
          onChange={(chosen) => {
            const found = POSTBACK_PRESETS.find(({ name }) => name === chosen)
            if (!found) return
            setPreset(found.name)
            setSettings(found.settings)
          }}
        />
        <div className="rule-line">
          <TextInput
            label={POSTBACKS.name}
            error={isAsked && wrong.name}
            value={named.name}
            onChange={({ currentTarget }) => setNamed({ ...named, name: currentTarget.value })}
          />
          <TextInput
            label={AFFILIATES.affiliate}
            error={isAsked && wrong.aff_id}
            value={named.aff_id}
            onChange={({ currentTarget }) => setNamed({ ...named, aff_id: currentTarget.value })}
          />
          <TextInput
            label={LIST.offer}
            placeholder={AFFILIATES.allOffers}
            value={named.offer}
            onChange={({ currentTarget }) => setNamed({ ...named, offer: currentTarget.value })}
          />
        </div>
        <TextInput
          label={POSTBACKS.url}
          description={POSTBACKS.urlAbout}
          error={isAsked && wrong.url}
          mt="sm"
          value={settings.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value })}
        />
        <TextInput
          label={POSTBACKS.returnUrl}
          description={POSTBACKS.returnUrlAbout}
          mt="sm"
          value={settings.return_url}
          onChange={({ currentTarget }) => change({ return_url: currentTarget.value })}
        />
        <div className="rule-line">
          <TextInput
            label={POSTBACKS.clickParameter}
            value={settings.click_parameter}
            onChange={({ currentTarget }) => change({ click_parameter: currentTarget.value })}
          />
          <Select
            label={POSTBACKS.returnPayout}
            allowDeselect={false}
            data={Object.entries(POSTBACKS.returnPayouts).map(([value, label]) => ({ value, label }))}
            value={settings.return_payout}
            onChange={(chosen) => change({ return_payout: chosen as PostbackSettings['return_payout'] })}
          />
        </div>
        <p className="card-note">{POSTBACKS.clickParameterAbout}</p>
        <Fieldset legend={POSTBACKS.words} variant="unstyled" mt="md">
          {(Object.keys(KINDS) as PostbackKind[]).map((kind) => (
            <EventLine key={kind} kind={kind} words={words} onChange={(words) => change({ words })} />
          ))}
          {isAsked && wrong.words !== null && (
            <p role="alert" className="login-failure">
              {wrong.words}
            </p>
          )}
        </Fieldset>
        <Checkbox
          mt="md"
          label={POSTBACKS.paidOnly}
          checked={named.paid_only}
          onChange={({ currentTarget }) => setNamed({ ...named, paid_only: currentTarget.checked })}
        />
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {POSTBACKS.makeNow}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

interface LineProps {
  kind: PostbackKind
  words: PostbackSettings['words']
  onChange: (words: PostbackSettings['words']) => void
}

/** One event, with the tracker's words for it if it is reported. */
function EventLine({ kind, words, onChange }: LineProps) {
  const own = words[kind]
  const { [kind]: _, ...others } = words
  return (
    <div className="event-line">
      <Checkbox
        label={KINDS[kind]}
        checked={own !== undefined}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? { ...words, [kind]: { event: kind, status: 'approved' } } : others)
        }
      />
      {own && (
        <>
          <TextInput
            size="xs"
            aria-label={POSTBACKS.eventOf(KINDS[kind])}
            leftSection="{event}"
            leftSectionWidth={64}
            value={own.event}
            onChange={({ currentTarget }) =>
              onChange({ ...words, [kind]: { ...own, event: currentTarget.value } })
            }
          />
          <TextInput
            size="xs"
            aria-label={POSTBACKS.statusOf(KINDS[kind])}
            leftSection="{status}"
            leftSectionWidth={64}
            value={own.status}
            onChange={({ currentTarget }) =>
              onChange({ ...words, [kind]: { ...own, status: currentTarget.value } })
            }
          />
        </>
      )}
    </div>
  )
}
