import type { PrivacyRequest } from '../../../schemas/kernel/privacy.ts'
import { dayText, today } from '../../operator/days/days.ts'
import { momentText } from '../../time/momentText.ts'
import { PRIVACY, PRIVACY_STATES } from './privacyScreen.ts'

/** State of a request: a word, a sign and a color. */
export function RequestState({ request, now }: { request: PrivacyRequest; now: number }) {
  const { state } = request
  const looks = state === 'open' && dueAt(request) < now ? 'dead' : LOOKS[state]
  return (
    <span className="state" data-state={looks}>
      {PRIVACY_STATES[state]}
    </span>
  )
}

/** Looks of delivery states. */
const LOOKS = { open: 'due', forgetting: 'due', in_effect: 'unsent', answered: 'accepted' } as const

/** The answer, or its deadline. */
export function answerText(request: PrivacyRequest, now: number): string {
  const { state, answer, forget_by, forget_asked_at } = request
  if (state === 'answered') return answer ?? ''
  if (state === 'in_effect') return PRIVACY.noAnswerDue
  if (state === 'forgetting') return PRIVACY.beingForgotten(forget_by ?? '', momentText(forget_asked_at ?? 0))
  const due = dueAt(request)
  return (due < now ? PRIVACY.overdue : PRIVACY.dueBy)(dayText(today(due)))
}

function dueAt({ at }: PrivacyRequest): number {
  return at + ANSWER_DAYS * DAY_MS
}

/** Legal deadline for an answer. Source: Cal. Civ. Code 1798.130(a)(2)(A). */
const ANSWER_DAYS = 45
const DAY_MS = 86_400_000
