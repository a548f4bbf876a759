import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { BUYER_FORM } from './buyerScreen.ts'
import { FORM } from '../../texts/studio/formScreen.ts'

interface Props {
  taken: readonly string[]
  /** True if the key is allowed. */
  fits: (key: string) => boolean
  onAdd: (key: string) => void
}

/** Form for a new entry of a map, by its key. It is inside a form, so it cannot be one itself. */
export function NewEntry({ taken, fits, onAdd }: Props) {
  const [key, setKey] = useState('')
  const [isTried, setTried] = useState(false)
  const isTaken = taken.includes(key)
  const add = () => {
    setTried(true)
    if (!fits(key) || isTaken) return
    onAdd(key)
    setKey('')
    setTried(false)
  }
  return (
    <div className="form-new">
      <TextInput
        label={BUYER_FORM.newKey}
        size="sm"
        value={key}
        error={isTaken ? FORM.keyTaken(key) : isTried && !fits(key) ? BUYER_FORM.keyUnfit : undefined}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" size="xs" onClick={add}>
        {FORM.addKey}
      </Button>
    </div>
  )
}
