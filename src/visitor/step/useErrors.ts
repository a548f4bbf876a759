import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { flatten } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import type { FieldValue } from '../../flow/answers/fields.ts'
import { inputs } from '../../flow/elements/elements.ts'
import { isComposite } from '../../flow/elements/kinds.ts'
import { inputFields, type FieldError, type MetStep } from '../../flow/validations/validations.ts'
import { errorsByField } from './errors.ts'

type Errors = Record<string, string>

/** A message about a field, valid as long as the field has this value. */
export type FieldMessage = FieldError & { value: FieldValue | undefined; suggestion?: string | undefined }

/** Errors of a step, shown when a field is left or on submit, never while first typing. A message stays until its value is right. */
export function useErrors(flow: Flow, met: () => MetStep, { frame, begun, refused }: FormState) {
  const [{ errors, refusals }, update] = useState(() => ({ errors: messagesOf(refused.errors), refusals: 0 }))
  /** Failed checks of the server, each valid as long as its field has the checked value. */
  const failed = useRef<readonly FieldMessage[]>(
    refused.errors.map((error) => messageAbout(error, refused.data)),
  )
  /** Values that the visitor was asked about: shown in the same place as long as the value stays, but they don't block. */
  const doubted = useRef<readonly FieldMessage[]>([])
  /** Unknown values that the visitor confirms. */
  const insisted = useRef<readonly FieldMessage[]>([])

  const wrong = (data: StepData): Errors => ({
    ...stillOf(
      failed.current.filter((message) => !insisted.current.some(isSame(message))),
      data,
    ),
    ...errorsByField(flow, met(), data, begun()),
  })
  const errorsNow = (data: StepData): Errors => ({ ...stillOf(doubted.current, data), ...wrong(data) })

  const refuse = (found: Errors) =>
    update((shown) => ({
      errors: oneAtATime(flow, met().step, found),
      refusals: shown.refusals + 1,
    }))
  /** Shows this error of a field, or none. */
  const show = (field: string, error?: string) =>
    update((shown) => {
      const { [field]: _, ...others } = shown.errors
      return { ...shown, errors: error === undefined ? others : { ...others, [field]: error } }
    })

  // After the fields have rendered their messages.
  useEffect(() => {
    if (refusals === 0) return
    const first = firstInvalid(frame.current)
    first?.focus()
    // On a low screen the field's label, and below a long list of options its message, may be off screen.
    const field = first?.closest('.field')
    const message = field?.querySelector('.error')
    for (const part of [field, message]) part?.scrollIntoView({ block: 'nearest' })
    const question = frame.current?.querySelector('h1')
    if (question && message && isNear(question, message)) question.scrollIntoView({ block: 'nearest' })
  }, [refusals])

  return {
    errors,
    wrong,
    /** Shows why the step cannot be answered; the first such field takes the focus. */
    refuse,
    /** The same for the server's refusals. */
    refuseChecks: (checks: readonly FieldMessage[]) => {
      failed.current = [...failed.current, ...checks]
      refuse(messagesOf(checks))
    },
    /** The newest message about a field that is shown there. */
    messageOf: (field: string): FieldMessage | undefined =>
      [...doubted.current, ...failed.current].findLast(
        (about) => about.field === field && about.message === errors[field],
      ),
    insist: (message: FieldMessage) => {
      insisted.current = [...insisted.current, message]
      show(message.field)
    },
    /** True if the visitor insists on this value of a field. */
    isInsisted: (field: string, value: unknown) => insisted.current.some(isSame({ field, value })),
    doubt: (checks: readonly FieldMessage[]): boolean => {
      const values = doubted.current.map(({ value }) => value)
      const fresh = checks.filter(({ value }) => !values.includes(value))
      doubted.current = [...doubted.current, ...fresh]
      if (fresh.length > 0) refuse(messagesOf(fresh))
      return fresh.length > 0
    },
    /** Called when the visitor leaves a field. One that was never filled gets no error until submit. */
    leave: (field: string, data: StepData) => {
      if (!(field in flatten(data))) return
      const error = errorsNow(data)[field]
      if (error !== errors[field]) show(field, error)
    },
    /** Removes messages about values that are right now. */
    change: (data: StepData) => {
      if (Object.keys(errors).length === 0) return
      const found = errorsNow(data)
      if (Object.keys(errors).some((field) => !(field in found)))
        update((shown) => ({ ...shown, errors: keep(shown.errors, found) }))
    },
  }
}

interface FormState {
  frame: RefObject<HTMLElement | null>
  begun: () => ReadonlySet<string>
  /** The server's errors from before any script ran, and the refused values. */
  refused: { errors: readonly FieldError[]; data: StepData }
}

/** Errors of which a question in parts, each of which depends on the one before, has only the first. */
function oneAtATime(flow: Flow, step: Step, found: Errors): Errors {
  const later = inputs(step)
    .filter(isComposite)
    .flatMap((element) =>
      inputFields(flow, element)
        .map(({ field }) => field)
        .filter((field) => field in found)
        .slice(1),
    )
  return Object.fromEntries(Object.entries(found).filter(([field]) => !later.includes(field)))
}

/** True if a phone shows the question and the message below it at once, above the keyboard and the pinned button. */
function isNear(question: Element, message: Element): boolean {
  const px = message.getBoundingClientRect().bottom - question.getBoundingClientRect().top
  return px < innerHeight - PINNED_PX
}

/** Height of the pinned button, and the margins that the page scrolls to. */
const PINNED_PX = 130

function messageAbout(error: FieldError, data: StepData): FieldMessage {
  return { ...error, value: flatten(data)[error.field] }
}

function isSame({ field, value }: { field: string; value: unknown }) {
  return (other: FieldMessage) => other.field === field && other.value === value
}

function messagesOf(checks: readonly FieldError[]): Errors {
  return Object.fromEntries(checks.map(({ field, message }) => [field, message]))
}

/** Messages about values that have not changed. */
function stillOf(checks: readonly FieldMessage[], data: StepData): Errors {
  const fields = flatten(data)
  return messagesOf(checks.filter(({ field, value }) => fields[field] === value))
}

function keep(shown: Errors, found: Errors): Errors {
  return Object.fromEntries(
    Object.keys(shown).flatMap((field) => (field in found ? [[field, found[field]!]] : [])),
  )
}

function firstInvalid(frame: HTMLElement | null): HTMLElement | null {
  const first = frame?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]') ?? null
  const within = (selector: string) => first?.querySelector<HTMLElement>(selector)
  return within('[aria-invalid="true"]') ?? within('input, select') ?? first
}
