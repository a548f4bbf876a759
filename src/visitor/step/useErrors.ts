import { useEffect, useRef, type RefObject } from 'react'
import { useImmer } from 'use-immer'
import type { Flow } from '../../../schemas/flow.ts'
import { flatten } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import type { FieldValue } from '../../flow/answers/fields.ts'
import type { FieldError, MetStep } from '../../flow/validations/validations.ts'
import { errorsByField } from './errors.ts'

type Errors = Record<string, string>

/** What is said of a field as long as it has this value. */
export type Said = FieldError & { value: FieldValue | undefined; suggestion?: string | undefined }

/** What a visitor is told to be wrong with a step, and when: on leaving a field or on submit, never while first typing.
 *  What was said stays until it is right. */
export function useErrors(flow: Flow, met: MetStep, { frame, begun, refused }: FormState) {
  const [{ errors, refusals }, update] = useImmer(() => ({ errors: messagesOf(refused.errors), refusals: 0 }))
  /** The checks that the server answered with no: each holds as long as its field has the value that was asked about. */
  const failed = useRef<readonly Said[]>(refused.errors.map((error) => saidOfValue(error, refused.data)))
  /** What was asked about: said in the same place as long as the value stands, and keeps nobody from going on. */
  const doubted = useRef<readonly Said[]>([])
  /** What the visitor says to be right, though it is unknown. */
  const insisted = useRef<readonly Said[]>([])

  const wrong = (data: StepData): Errors => ({
    ...stillOf(
      failed.current.filter((said) => !insisted.current.some(isSame(said))),
      data,
    ),
    ...errorsByField(flow, met, data, begun()),
  })
  const saidOf = (data: StepData): Errors => ({ ...stillOf(doubted.current, data), ...wrong(data) })

  const refuse = (found: Errors) =>
    update((said) => {
      said.errors = found
      said.refusals += 1
    })

  // By then the fields carry what was said.
  useEffect(() => {
    if (refusals === 0) return
    const first = firstInvalid(frame.current)
    first?.focus()
    // On a low screen its label, and below a long list of options what is said of it, would stand out of sight.
    const field = first?.closest('.field')
    for (const part of [field, field?.querySelector('.error')]) part?.scrollIntoView({ block: 'nearest' })
  }, [refusals])

  return {
    errors,
    wrong,
    /** Says what keeps the step from being answered; the first such field takes the focus. */
    refuse,
    /** The same for what the server does not take. */
    refuseChecks: (checks: readonly Said[]) => {
      failed.current = [...failed.current, ...checks]
      refuse(messagesOf(checks))
    },
    /** What was said last of a field, as it stands there. */
    saidOf: (field: string): Said | undefined =>
      [...doubted.current, ...failed.current].findLast(
        (said) => said.field === field && said.message === errors[field],
      ),
    insist: (said: Said) => {
      insisted.current = [...insisted.current, said]
      update((shown) => void delete shown.errors[said.field])
    },
    /** Whether the visitor insists on this value of a field. */
    isInsisted: (field: string, value: unknown) => insisted.current.some(isSame({ field, value })),
    doubt: (checks: readonly Said[]): boolean => {
      const values = doubted.current.map(({ value }) => value)
      const fresh = checks.filter(({ value }) => !values.includes(value))
      doubted.current = [...doubted.current, ...fresh]
      if (fresh.length > 0) refuse(messagesOf(fresh))
      return fresh.length > 0
    },
    /** The visitor has left a field. One that was never filled is left in peace until the step is submitted. */
    leave: (field: string, data: StepData) => {
      if (!(field in flatten(data))) return
      const error = saidOf(data)[field]
      if (error === errors[field]) return
      update((said) => {
        if (error === undefined) delete said.errors[field]
        else said.errors[field] = error
      })
    },
    /** The values have changed: takes back what is right now. */
    change: (data: StepData) => {
      if (Object.keys(errors).length === 0) return
      const found = saidOf(data)
      if (Object.keys(errors).some((field) => !(field in found)))
        update((said) => void (said.errors = keep(said.errors, found)))
    },
  }
}

interface FormState {
  frame: RefObject<HTMLElement | null>
  begun: () => ReadonlySet<string>
  /** What the server refused before any script ran, and the values that it refused. */
  refused: { errors: readonly FieldError[]; data: StepData }
}

function saidOfValue(error: FieldError, data: StepData): Said {
  return { ...error, value: flatten(data)[error.field] }
}

function isSame({ field, value }: { field: string; value: unknown }) {
  return (other: Said) => other.field === field && other.value === value
}

function messagesOf(checks: readonly FieldError[]): Errors {
  return Object.fromEntries(checks.map(({ field, message }) => [field, message]))
}

/** What was said of values that stand as they were. */
function stillOf(checks: readonly Said[], data: StepData): Errors {
  const fields = flatten(data)
  return messagesOf(checks.filter(({ field, value }) => fields[field] === value))
}

function keep(said: Errors, found: Errors): Errors {
  return Object.fromEntries(
    Object.keys(said).flatMap((field) => (field in found ? [[field, found[field]!]] : [])),
  )
}

function firstInvalid(frame: HTMLElement | null): HTMLElement | null {
  const first = frame?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]') ?? null
  const within = (selector: string) => first?.querySelector<HTMLElement>(selector)
  return within('[aria-invalid="true"]') ?? within('input, select') ?? first
}
