import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { NAME_PATTERN } from '../../../../schemas/kernel/formFieldLimits.ts'
import type { MadeKey } from '../../../../schemas/studio/publishKey.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { ShownOnce } from '../../../operator/sheets/ShownOnce.tsx'
import { useAction } from '../../../operator/loading/useAction.ts'
import { KEYS } from './keyScreen.ts'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import { useStudio } from '../../parts/studioContext.ts'

/** Makes a key, and shows it only once. */
export function NewKey({ paths, onClose }: { paths: readonly string[]; onClose: () => void }) {
  const [made, setMade] = useState<MadeKey | null>(null)
  return (
    <MiddleSheet opened onClose={onClose} title={made ? KEYS.made1(made.made.name) : KEYS.makeTitle}>
      {made ? (
        <ShownOnce secret={made.key} note={KEYS.onceOnly} onClose={onClose} />
      ) : (
        <Asked paths={paths} onMade={setMade} onClose={onClose} />
      )}
    </MiddleSheet>
  )
}

const NAME = RegExp(NAME_PATTERN)

interface AskedProps {
  paths: readonly string[]
  onMade: (made: MadeKey) => void
  onClose: () => void
}

function Asked({ paths, onMade, onClose }: AskedProps) {
  const { calls } = useStudio()
  const [name, setName] = useState('')
  const [path, setPath] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { isBusy, failure, run } = useAction()
  const make = (event: FormEvent) => {
    event.preventDefault()
    if (!NAME.test(name)) return setWrong(KEYS.nameWrong)
    void run(() => calls.makeKey({ name, path: path === '' ? null : path }).then(onMade))
  }
  return (
    <form onSubmit={make} noValidate>
      <TextInput
        label={KEYS.name}
        description={KEYS.nameAbout}
        error={wrong}
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setWrong(null)
        }}
      />
      <NativeSelect
        label={KEYS.site}
        mt="sm"
        value={path}
        onChange={({ currentTarget }) => setPath(currentTarget.value)}
        data={[
          { value: '', label: KEYS.everySite },
          ...paths.map((path) => ({ value: path, label: `/${path}` })),
        ]}
      />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {KEYS.makeNow}
        </Button>
      </SheetEnd>
    </form>
  )
}
