import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { MOST_ANSWER_WORDS } from '../../../schemas/kernel/formFieldLimits.ts'
import type { PrivacyRequest } from '../../../schemas/kernel/privacy.ts'
import { momentText } from '../../time/momentText.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { MANNERS, PRIVACY, PRIVACY_KINDS } from './privacyScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { Facts } from '../parts/Facts.tsx'
import { toSearch } from '../list/useList.ts'
import type { PrivacyCalls } from './privacyCalls.ts'
import { answerText, RequestState } from './RequestState.tsx'

interface Props {
  request: PrivacyRequest
  /** True if the operator may answer it. */
  mayAct: boolean
  calls: PrivacyCalls
  /** Called when something was done, with a sentence about it. */
  onDone: (sentence: string) => void
  onClose: () => void
}

/** One request, with the possible actions. */
export function RequestSheet({ request: one, mayAct, calls, onDone, onClose }: Props) {
  const { request, kind, state, answered_at } = one
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <AskFirst
        title={PRIVACY.forgetTitle}
        note={PRIVACY.forgetWhy}
        act={PRIVACY.forgetNow}
        onAct={() => calls.forget(request).then(() => onDone(PRIVACY.forgetting(request)))}
        onClose={onClose}
      />
    )
  return (
    <MiddleSheet opened title={PRIVACY.requestOf(request)} onClose={onClose}>
      <RequestFacts request={one} />
      {mayAct && kind === 'delete' && state === 'open' && (
        <Button mt="md" variant="default" onClick={() => setAsking(true)}>
          {PRIVACY.forget}
        </Button>
      )}
      {mayAct && (state === 'open' || state === 'in_effect') && (
        <Answer
          answer={(answer) => calls.answer(request, answer).then(() => onDone(PRIVACY.answered(request)))}
          onClose={onClose}
        />
      )}
      {answered_at !== null && <p className="card-note">{PRIVACY.answeredAt(momentText(answered_at))}</p>}
    </MiddleSheet>
  )
}

function RequestFacts({ request }: { request: PrivacyRequest }) {
  const { kind, path, email, phone, at, manner } = request
  return (
    <Facts
      facts={[
        [PRIVACY.kind, PRIVACY_KINDS[kind]],
        [PRIVACY.path, path && `/${path}`],
        [PRIVACY.email, email && <Contact contact={email} />],
        [PRIVACY.phone, phone && <Contact contact={phone} />],
        [PRIVACY.came, momentText(at)],
        [PRIVACY.manner, MANNERS[manner]],
        [PRIVACY.state, <RequestState key="state" request={request} now={Date.now()} />],
        [PRIVACY.answer, answerText(request, Date.now())],
      ]}
    />
  )
}

/** Contact of the person, with a link to their leads for operators who may search for it. */
function Contact({ contact }: { contact: string }) {
  const navigate = useNavigate()
  const { choices } = useDesk()
  if (choices.data?.sees_persons !== true) return contact
  return (
    <button
      type="button"
      className="link"
      aria-label={PRIVACY.leadsOf(contact)}
      title={PRIVACY.leadsOf(contact)}
      onClick={() => void navigate('/leads', { state: toSearch(contact) })}
    >
      {contact}
    </button>
  )
}

interface AnswerProps {
  answer: (answer: string) => Promise<void>
  onClose: () => void
}

function Answer({ answer, onClose }: AnswerProps) {
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { isBusy, failure, run } = useAction()
  const isEmpty = text.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (!isEmpty) void run(() => answer(text))
      }}
    >
      <Textarea
        mt="md"
        label={PRIVACY.answerLabel}
        description={PRIVACY.answerAbout}
        error={isAsked && isEmpty && PRIVACY.answerMissing}
        maxLength={MOST_ANSWER_WORDS}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {PRIVACY.answerNow}
        </Button>
      </SheetEnd>
    </form>
  )
}
