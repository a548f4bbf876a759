import type { Sentences } from '../../texts/languages/sentences.ts'
import { useEffect, useRef, useState } from 'react'
import type { Fills } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import type { ExternalCheck } from '../../flow/validations/validations.ts'
import type { CheckResult, BrowserPorts } from '../visit/browserPorts.ts'
import type { FieldMessage } from './useErrors.ts'

interface Submitting {
  browser: BrowserPorts | undefined
  said: Sentences['STEP']
  /** True if the step's validator has loaded. */
  ready: boolean
  /** Submits the form again. */
  press: () => void
  wrong: (data: StepData) => Record<string, string>
  refuse: (found: Record<string, string>) => void
  /** True if the step's consent was not in view to its end; it is now. */
  isUnread: () => boolean
  refuseChecks: (checks: readonly FieldMessage[]) => void
  /** Asks the visitor about values that are probably not meant, once each; false if all were asked about before. */
  doubt: (checks: readonly FieldMessage[]) => boolean
  checksOf: (data: StepData) => ExternalCheck[]
  /** `atMs` is the time of submission, by the browser's clock. `fills` has values that a check gave for other fields. */
  onAnswer: (data: StepData, atMs: number, fills: Fills) => void
}

/** Stages from a press on the step's button to its answer: the compiled schema, then our own validations, then the server's checks. */
export function useSubmit({
  browser,
  said,
  ready,
  press,
  wrong,
  refuse,
  isUnread,
  refuseChecks,
  doubt,
  checksOf,
  onAnswer,
}: Submitting) {
  const [busy, drawBusy] = useState(false)
  const isBusy = useRef(false)
  /** True if a press waits for the validator. */
  const waiting = useRef(false)
  /** Increases when the pending check is no longer for the visitor's present values. */
  const turn = useRef(0)

  const setBusy = (value: boolean) => {
    isBusy.current = value
    drawBusy(value)
  }

  useEffect(() => {
    if (!ready || !waiting.current) return
    waiting.current = false
    setBusy(false)
    press()
  }, [ready])

  useEffect(() => () => void (turn.current += 1), [])

  const submit = async (data: StepData) => {
    if (isBusy.current) return
    if (!ready) {
      waiting.current = true
      return setBusy(true)
    }
    const found = wrong(data)
    if (Object.keys(found).length > 0) return refuse(found)
    if (isUnread()) return
    const atMs = browser?.now() ?? 0
    const checks = checksOf(data)
    if (checks.length === 0) return onAnswer(data, atMs, {})
    setBusy(true)
    const asked = turn.current
    const results = await Promise.all(checks.map(async (check) => (await browser?.check(check)) ?? null))
    if (asked !== turn.current) return
    setBusy(false)
    const answered = checks.map((check, index) => ({ ...results[index], ...check }))
    const failed = answered.filter(({ valid }) => valid === false)
    if (failed.length > 0) return refuseChecks(failed.map((check) => withSuggestion(said, check)))
    if (doubt(answered.filter(({ suggestion }) => suggestion).map((check) => asking(said, check)))) return
    const fills = answered.flatMap(({ question_key, data }) => (data ? [[question_key, data] as const] : []))
    onAnswer(data, atMs, Object.fromEntries(fills))
  }

  return {
    busy,
    submit,
    /** Called when the visitor changes a value: the pending check of the old one no longer matters. */
    change: () => {
      if (!isBusy.current || waiting.current) return
      turn.current += 1
      setBusy(false)
    },
  }
}

type Answered = ExternalCheck & Pick<CheckResult, 'suggestion' | 'insistable'>

function withSuggestion(STEP: Sentences['STEP'], check: Answered): Answered {
  const { message, suggestion } = check
  return suggestion ? { ...check, message: STEP.orSuggestion(message, suggestion) } : check
}

function asking(STEP: Sentences['STEP'], check: Answered): Answered {
  return {
    ...check,
    message: STEP.suggestion(check.suggestion ?? ''),
  }
}
