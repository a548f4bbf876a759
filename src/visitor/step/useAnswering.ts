import { useRef, type RefObject } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Seen } from '../../../schemas/kernel/consent.ts'
import type { Way } from '../../../widgets/context.ts'
import { tidied, type Fills } from '../../flow/answers/data.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { leavesUnanswered, withoutChoices } from '../../flow/consent/agreement.ts'
import { showsConsent, stepId } from '../../flow/elements/elements.ts'
import { says } from '../../flow/languages/language.ts'
import type { Page } from '../../flow/page.ts'
import { schemaErrors } from '../../flow/validations/compiledCheck.ts'
import { externalChecks, type FieldError } from '../../flow/validations/validations.ts'
import type { Stop } from '../../flow/walk.ts'
import type { FormHandle } from '../rjsf/SchemaForm.tsx'
import type { Screen } from '../visit/screen.ts'
import { useCell } from '../visit/useCell.ts'
import type { BrowserPorts } from '../visit/browserPorts.ts'
import { allErrors } from './errors.ts'
import { seenStep } from './seen.ts'
import { noteShown } from './noteShown.ts'
import type { useDraft } from './useDraft.ts'
import { useErrors } from './useErrors.ts'
import { useSubmit } from './useSubmit.ts'

/** A step at which a visitor is, and what its answer goes to. */
export interface Answering {
  page: Page
  screen: Screen
  stop: Stop
  browser: BrowserPorts | undefined
  /** Returns the visitor's fields before the current step. */
  known: () => Fields
  /** Goes to an earlier step, whose next answer returns to this one. */
  edit: (step: StepRef) => void
  /** `fills` has values that a check gave for other fields; `seen` is set for a step with a consent. */
  onAnswer: (answer: Answered) => void
}

interface Answered {
  data: StepData
  timeOnStepMs: number
  fills: Fills
  seen: Seen | null
  /** Fields with values that are unknown, but right nevertheless. */
  insisted: readonly string[]
}

/** A step's form on the screen. */
export interface FilledForm {
  element: RefObject<HTMLFormElement | null>
  handle: RefObject<FormHandle | null>
  values: RefObject<StepData>
  /** Initial values. */
  started: StepData
  draft: ReturnType<typeof useDraft>
  /** Time when the step was shown, by the browser's clock. */
  shownAtMs: RefObject<number>
}

/** Errors of a step and the way from a press on one of its buttons to its answer. */
export function useAnswering({ page, screen, stop, browser, known, onAnswer }: Answering, form: FilledForm) {
  const { flow, origin } = page
  const { step } = stop
  const { element, values, started, draft } = form
  const seen = useRef<Seen>(null)
  const pressed = useRef<HTMLElement>(null)
  /** True if the form submits itself, for a held press. */
  const isAgain = useRef(false)
  const shown = useConsentInView(stop, form)
  const validator = useValidator(browser, stop)
  const { wrong, refuse, ...messages } = useErrors(
    flow,
    () => ({ step, before: known(), today: origin.today }),
    { frame: element, begun: draft.partialInput.begun, refused: { errors: screen.errors, data: started } },
  )
  const { busy, submit, ...submitting } = useSubmit({
    browser,
    said: says(flow).STEP,
    ready: validator.ready,
    press: () => {
      isAgain.current = true
      element.current?.requestSubmit()
    },
    wrong: (data) => (leavesUnanswered(flow, step, data) ? {} : wrong(data)),
    refuse,
    isUnread: () => shown.isUnread(pressed.current),
    refuseChecks: messages.refuseChecks,
    doubt: messages.doubt,
    checksOf: (data) =>
      externalChecks(flow, step, data).filter(({ field, value }) => !messages.isInsisted(field, value)),
    onAnswer: (data, atMs, fills) => {
      draft.drop()
      const timeOnStepMs = Math.max(0, Math.round(atMs - form.shownAtMs.current))
      const insisted = Object.keys(data).filter((field) => messages.isInsisted(field, data[field]))
      onAnswer({ data, timeOnStepMs, fills, seen: seen.current, insisted })
    },
  })

  return {
    errors: messages.errors,
    busy,
    /** Called on submit. `button` is null for a link that leaves the step, or for a held press. */
    answer: (button: HTMLElement | null) => {
      // Keeps the screen of the first press, not one with a busy button.
      if (busy && !isAgain.current) return
      if (element.current && showsConsent(step) && !isAgain.current) {
        // A visitor who comes back and presses another button revokes the earlier choice.
        if (!button?.matches('[data-choice]')) values.current = withoutChoices(flow, step, values.current)
        seen.current = seenStep(element.current, button, Date.now())
      }
      if (!isAgain.current) pressed.current = button
      isAgain.current = false
      const data = (values.current = tidied(flow, step, values.current))
      const found = leavesUnanswered(flow, step, data) ? [] : validator.validate(data)
      if (found.length > 0) return refuse(allErrors(flow, wrong(data), found))
      void submit(data)
    },
    /** Called when the visitor changes a value. */
    change: (data: StepData) => {
      messages.change(data)
      submitting.change()
    },
    leave: (field: string) => messages.leave(field, values.current),
    refuseChecks: messages.refuseChecks,
    waysOf: (field: string) => waysOf(field, { page, stop, form, messages }),
  }
}

interface Resolving extends Pick<Answering, 'page' | 'stop'> {
  form: FilledForm
  messages: Pick<ReturnType<typeof useErrors>, 'messageOf' | 'insist'>
}

/** Ways to resolve the error of a field: take the suggested value, or insist. */
function waysOf(field: string, { page, stop, form, messages }: Resolving): Way[] {
  const { STEP } = says(page.flow)
  const { element, handle, values } = form
  const about = messages.messageOf(field)
  const { suggestion, insistable } = about ?? {}
  const take = (value: string) => {
    values.current = { ...values.current, [field]: value }
    handle.current?.setField(field, value)
    element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const insist = () => {
    if (about) messages.insist(about)
    if (showsConsent(stop.step)) focusAgreeing(form)
    else element.current?.requestSubmit()
  }
  return [
    ...(suggestion ? [{ text: STEP.use(suggestion), take: () => take(suggestion) }] : []),
    ...(insistable ? [{ text: STEP.useAnyway, take: insist }] : []),
  ]
}

/** Space between a consent's end and the button below it. */
const MARGIN_PX = 16

/** State of a step's consent: in view to its end, or not yet. The button is pinned to the screen, so it can be pressed before. The first
 *  such press only scrolls to the end of the text. */
function useConsentInView({ step }: Stop, { element }: FilledForm) {
  const isShown = useRef(false)
  return {
    isUnread: (button: HTMLElement | null): boolean => {
      const bar = button?.closest('.actions')
      const text = [...(element.current?.querySelectorAll('.consent') ?? [])].at(-1)
      if (!bar || !text || isShown.current || !showsConsent(step)) return false
      isShown.current = true
      const isPinned = getComputedStyle(bar).position === 'fixed'
      const inView = isPinned ? bar.getBoundingClientRect().top : innerHeight
      const hiddenPx = text.getBoundingClientRect().bottom - inView
      // Browsers scroll to whole pixels.
      if (hiddenPx < 1) return false
      window.scrollBy(0, hiddenPx + MARGIN_PX)
      noteShown()
      return true
    },
  }
}

/** Focuses the button that gives the consent instead of submitting: only that press gives it, after its text was read. */
export function focusAgreeing({ element }: FilledForm): void {
  element.current?.querySelector<HTMLElement>('[data-tf-element-role=submit]')?.focus()
}

/** Compiled check of a step. Until it has loaded, it accepts everything and is not ready; if it fails to load, it counts as ready, since
 *  our own validations remain, and the server compiles its own. */
function useValidator(
  browser: BrowserPorts | undefined,
  stop: Stop,
): { validate: (data: StepData) => FieldError[]; ready: boolean } {
  const validators = useCell(browser?.validators, undefined)
  const check = validators?.(stepId(stop))
  return { validate: (data) => (check ? schemaErrors(check, data) : []), ready: validators !== undefined }
}
