import { useEffect, useId, useRef, useState, type RefObject } from 'react'
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
export function LinkOffer({ step, known, ...ports }: LinkOfferProps & LinkOfferPorts) {
  const { words } = ports
  const formId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Text typed last; null shows the known address. */
  const [typed, setTyped] = useState<string | null>(null)
  const { state, clear, send } = useLinkRequest(ports, input, () => {
    setOpen(false)
    // The focused button is gone; but if the visitor has moved on, the focus is elsewhere.
    if (opener.current?.parentElement?.contains(document.activeElement)) opener.current.focus()
  })
  const close = () => {
    setOpen(false)
    clear()
    opener.current?.focus()
  }
  useEffect(() => {
    if (state.isBusy) return
    setOpen(false)
    clear()
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
        aria-controls={isOpen ? formId : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {words.open}
      </button>
      {isOpen && (
        <LinkForm
          id={formId}
          {...{ input, words, state }}
          address={typed ?? known}
          onType={setTyped}
          onSend={() => void send((typed ?? known).trim())}
          onClose={close}
        />
      )}
      <p className="go-on-notice" role="status">
        {state.notice}
      </p>
    </>
  )
}

interface RequestState {
  isBusy: boolean
  notice: string
  error: string
  isAddressWrong: boolean
}

/** Request for a link, with what the visitor reads about it. A wrong address focuses `input`. */
function useLinkRequest(
  { words, request, unique, until }: LinkOfferPorts,
  input: RefObject<HTMLInputElement | null>,
  onSent: () => void,
) {
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState('')
  const [error, setError] = useState('')
  const [isAddressWrong, setAddressWrong] = useState(false)
  /** ID of the request, the same for an address until it is mailed: repeated presses send one email. */
  const requested = useRef({ id: '', email: '' })

  const showError = (text: string, isWrong: boolean) => {
    setError(text)
    setAddressWrong(isWrong)
    setNotice('')
    if (isWrong) input.current?.focus()
  }
  const clear = () => showError('', false)
  const send = async (email: string) => {
    if (isBusy) return
    if (!ADDRESS.test(email)) return showError(words.badAddress, true)
    if (requested.current.email !== email) requested.current = { id: unique(), email }
    clear()
    setBusy(true)
    setNotice(words.sending)
    const answer = await request(requested.current)
    setBusy(false)
    if (answer.kind !== 'sent')
      return showError(
        answer.kind === 'tooMany' ? words.tooMany(answer.minutes) : words[answer.kind],
        answer.kind === 'badAddress',
      )
    requested.current = { id: '', email: '' }
    setNotice(`${words.sent(email, until())} ${words.after}`)
    onSent()
  }
  const state: RequestState = { isBusy, notice, error, isAddressWrong }
  return { state, clear, send }
}

interface LinkFormProps extends Pick<LinkOfferPorts, 'words'> {
  id: string
  input: RefObject<HTMLInputElement | null>
  state: RequestState
  address: string
  onType: (text: string) => void
  onSend: () => void
  onClose: () => void
}

function LinkForm({ id, input, words, state, address, onType, onSend, onClose }: LinkFormProps) {
  const inputId = useId()
  const { isBusy, error, isAddressWrong } = state
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog around the page stays open.
        event.preventDefault()
        onClose()
      }}
    >
      <label className="label" htmlFor={inputId}>
        {words.label}
      </label>
      <p className="hint" id={`${inputId}hint`}>
        {words.hint}
      </p>
      <input
        ref={input}
        id={inputId}
        className="control"
        type="email"
        autoComplete="email"
        maxLength={ADDRESS_LENGTH}
        value={address}
        aria-invalid={isAddressWrong}
        aria-describedby={`${inputId}hint ${inputId}error`}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <p className="error" id={`${inputId}error`} aria-live="polite">
        {error}
      </p>
      <div className="ways">
        <button className="button" data-busy={isBusy || undefined} aria-disabled={isBusy}>
          {words.send}
        </button>
        <button type="button" className="way" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </form>
  )
}

/** Rules out texts that can't be an address; the server checks the rest. */
const ADDRESS = /^\S+@\S+\.\S+$/
/** Source: schemas/api.ts. */
const ADDRESS_LENGTH = 320
