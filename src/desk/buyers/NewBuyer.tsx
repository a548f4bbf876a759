import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { BUYERS } from './buyerScreen.ts'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { useDesk } from '../parts/deskContext.ts'

/** Form for the key of a new buyer, which flows refer to. */
export function NewBuyer() {
  const navigate = useNavigate()
  const { choices } = useDesk()
  const [key, setKey] = useState('')
  const [isTried, setTried] = useState(false)
  const isFit = /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key)
  return (
    <section className="card" aria-labelledby="new-buyer">
      <header className="card-head">
        <h1 id="new-buyer">{BUYERS.add}</h1>
      </header>
      <ChoicesNotice />
      <form
        className="form-new buyer-new"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isFit) void navigate(`/buyers/of/${key}`)
        }}
      >
        <TextInput
          label={BUYERS.key}
          description={BUYERS.keyAbout}
          size="sm"
          autoFocus
          list="buyer-keys"
          value={key}
          error={isTried && !isFit ? BUYERS.keyRule : undefined}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <datalist id="buyer-keys">
          {choices.data?.buyers.map((buyer) => (
            <option key={buyer} value={buyer} />
          ))}
        </datalist>
        <Button type="submit" size="sm">
          {BUYERS.goOn}
        </Button>
      </form>
    </section>
  )
}
