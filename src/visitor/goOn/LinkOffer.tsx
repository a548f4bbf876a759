import { useEffect, useId, useRef, useState } from 'react'
import type { GO_ON } from '../../texts/letters.ts'
import type { Wording } from '../../texts/languages/sameSentences.ts'
import type { LinkAnswer } from './requestLink.ts'

export interface LinkOfferProps {
  /** Current step. */
  step: string
  /** An address that the visitor gave before; empty if none. */
  known: string
}

export interface LinkOfferPorts {
  words: Wording<typeof GO_ON>
  /** Requests a link; the same ID is mailed only once. Never rejects. */
  request: (asked: { id: string; email: string }) => Promise<LinkAnswer>
  unique: () => string
  /** Time until which a new link works, in words. */
  until: () => string
}

/** Button below the step that opens a field for an address and shows the result of requesting a link to continue. It is the same element
 *  on every step, so that typed text stays and the result is announced. */
export function LinkOffer({ step, known, words, request, unique, until }: LinkOfferProps & LinkOfferPorts) {
  const ids = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Text typed last; null shows the known address. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState('')
  const [error, setError] = useState('')
  const [isAddressWrong, setAddressWrong] = useState(false)
  /** ID of the request, the same for an address until it is mailed: repeated presses send one email. */
  const asked = useRef({ id: '', email: '' })
  const email = (typed ?? known).trim()

  const showError = (text: string, isWrong: boolean) => {
    setError(text)
    setAddressWrong(isWrong)
    setNotice('')
    if (isWrong) input.current?.focus()
  }
  const close = () => {
    setOpen(false)
    showError('', false)
    opener.current?.focus()
  }
  const send = async () => {
    if (isBusy) return
    if (!ADDRESS.test(email)) return showError(words.badAddress, true)
    if (asked.current.email !== email) asked.current = { id: unique(), email }
    showError('', false)
    setBusy(true)
    setNotice(words.sending)
    const answer = await request(asked.current)
    setBusy(false)
    if (answer.kind !== 'sent')
      return showError(
        answer.kind === 'tooMany' ? words.tooMany(answer.minutes) : words[answer.kind],
        answer.kind === 'badAddress',
      )
    asked.current = { id: '', email: '' }
    setNotice(`${words.sent(email, until())} ${words.after}`)
    setOpen(false)
    // The focused button is gone; but if the visitor has moved on, the focus is elsewhere.
    if (opener.current?.parentElement?.contains(document.activeElement)) opener.current.focus()
  }
  useEffect(() => {
    if (isBusy) return
    setOpen(false)
    showError('', false)
  }, [step])
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])

  return (
    <>
      <button
        ref={opener}
        type="button"
        className="go-on-opener"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${ids}form` : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {words.open}
      </button>
      {isOpen && (
        <form
          id={`${ids}form`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // A dialog around the page stays open.
            event.preventDefault()
            close()
          }}
        >
          <label className="label" htmlFor={ids}>
            {words.label}
          </label>
          <p className="hint" id={`${ids}hint`}>
            {words.hint}
          </p>
          <input
            ref={input}
            id={ids}
            className="control"
            type="email"
            autoComplete="email"
            maxLength={ADDRESS_LENGTH}
            value={typed ?? known}
            aria-invalid={isAddressWrong}
            aria-describedby={`${ids}hint ${ids}error`}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <p className="error" id={`${ids}error`} aria-live="polite">
            {error}
          </p>
          <div className="ways">
            <button className="button" data-busy={isBusy || undefined} aria-disabled={isBusy}>
              {words.send}
            </button>
            <button type="button" className="way" onClick={close}>
              {words.close}
            </button>
          </div>
        </form>
      )}
      <p className="go-on-notice" role="status">
        {notice}
      </p>
    </>
  )
}

/** Rules out texts that can't be an address; the server checks the rest. */
const ADDRESS = /^\S+@\S+\.\S+$/
/** Source: schemas/api.ts. */
const ADDRESS_LENGTH = 320
