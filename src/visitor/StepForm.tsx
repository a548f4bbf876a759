import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import Form from '@rjsf/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useImmer } from 'use-immer'
import type { StepRef } from '../../schemas/answer.ts'
import type { Step } from '../../schemas/flow.ts'
import { StepContext, type Catalogue, type StepView } from '../../widgets/context.ts'
import { flatten, type StepData } from '../flow/data.ts'
import { stepId } from '../flow/elements.ts'
import { stepTitle, toForm, type StepSchema } from '../flow/form.ts'
import { externalChecks } from '../flow/validations.ts'
import { allErrors, errorsByField } from './form/errors.ts'
import { useValidator } from './form/validator.ts'
import type { Page } from '../flow/page.ts'
import { partnerLink } from './partnerLink.ts'
import type { World } from './world.ts'

interface StepFormProps {
  page: Page
  stepRef: StepRef
  step: Step
  /** Values to begin with; those that the step does not ask for are left out. */
  initial: StepData
  /** Whether it is not the step that the page came with. */
  moved: boolean
  /** Whether it takes the place of another on the screen: its heading then takes the focus. */
  arrives: boolean
  /** Whether nothing is asked after it. */
  isLastQuestion: boolean
  world: World | undefined
  onBack: (() => void) | null
  onAnswer: (data: StepData, timeOnStepMs: number, fills: Record<string, string>) => void
}

/** One step as a form. rjsf holds the values; the compiled schema and our own validations must both pass, then the
 *  server's checks, before the step is answered. */
export function StepForm({
  page,
  stepRef,
  step,
  initial,
  moved,
  arrives,
  isLastQuestion,
  world,
  onBack,
  onAnswer,
}: StepFormProps) {
  const { flow, origin } = page
  const frame = useRef<HTMLElement>(null)
  const form = useRef<Form<StepData>>(null)
  const { schema, uiSchema } = useMemo(() => toForm(flow, step), [flow, step])
  const [started] = useState(() => pick(initial, schema))
  const values = useRef(started)
  const begunAt = useRef(0)
  const [{ errors, busy }, update] = useImmer(NO_ERRORS)
  const validator = useValidator(world, stepRef, schema)
  const catalogues = useCatalogues(world)
  const waiting = useRef(false)

  useLayoutEffect(() => {
    begunAt.current = world?.now() ?? 0
    if (!arrives) return
    window.scrollTo(0, 0)
    frame.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    if (!validator.ready || !waiting.current) return
    waiting.current = false
    update((status) => void (status.busy = false))
    frame.current?.querySelector('form')?.requestSubmit()
  }, [validator.ready])

  const refuse = (found: Record<string, string>) => {
    update((status) => {
      status.errors = found
      status.busy = false
    })
    requestAnimationFrame(() => firstInvalid(frame.current)?.focus())
  }

  const submit = async (data: StepData) => {
    if (busy) return
    if (!validator.ready) {
      waiting.current = true
      update((status) => void (status.busy = true))
      void world?.loadValidators()
      return
    }
    const found = errorsByField(flow, step, data)
    if (Object.keys(found).length > 0) return refuse(found)
    const timeOnStepMs = Math.max(0, Math.round((world?.now() ?? 0) - begunAt.current))
    const checks = externalChecks(flow, step, data)
    if (checks.length === 0) return onAnswer(data, timeOnStepMs, {})
    update((status) => void (status.busy = true))
    const results = await Promise.all(checks.map(async (check) => (await world?.check(check)) ?? null))
    const failed = checks.filter((_, index) => results[index]?.valid === false)
    if (failed.length > 0) return refuse(Object.fromEntries(failed.map((c) => [c.field, c.message])))
    onAnswer(data, timeOnStepMs, Object.assign({}, ...results.map((result) => result?.data)))
  }

  const view: StepView = {
    flow,
    step,
    today: origin.today,
    errors,
    busy,
    choose: (field, value) => form.current?.setFieldValue([field], value as never),
    leave: (field) => {
      // A field that was never filled is left in peace until the step is submitted.
      if (!(field in flatten(values.current))) return
      const error = errorsByField(flow, step, values.current)[field]
      update((status) => {
        if (error === undefined) delete status.errors[field]
        else status.errors[field] = error
      })
    },
    catalogue: (year) => {
      if (!(year in catalogues)) queueMicrotask(() => world?.loadCatalogue(year))
      return catalogues[year]
    },
    partnerLink: (card) => partnerLink(card, page, stepRef),
    onLinkOut: () => world?.linkOut(stepRef),
  }

  return (
    <section className="step" data-step={stepId(stepRef)} data-moved={moved || undefined} ref={frame}>
      <div className="step-head">
        <button
          type="button"
          className="back"
          hidden={!onBack}
          disabled={!onBack}
          onClick={onBack ?? undefined}
        >
          Back
        </button>
        {isLastQuestion && <span className="last">Last question</span>}
      </div>
      <h1 tabIndex={-1}>{stepTitle(flow, step)}</h1>
      {step.hint !== undefined && <p className="lead">{step.hint}</p>}
      <StepContext value={view}>
        <Form<StepData>
          ref={form}
          method="post"
          schema={schema as RJSFSchema}
          uiSchema={uiSchema as UiSchema<StepData>}
          initialFormData={started}
          validator={validator.type}
          showErrorList={false}
          noHtml5Validate
          onChange={({ formData = {} }) => {
            values.current = formData
            const found = errorsByField(flow, step, formData)
            // What was said stays until it is right; nothing new is said while typing.
            if (Object.keys(errors).some((field) => !(field in found)))
              update((status) => void (status.errors = keep(status.errors, found)))
          }}
          onError={(found) => refuse(allErrors(flow, step, values.current, found))}
          onSubmit={({ formData = {} }) => void submit(formData)}
        >
          <></>
        </Form>
      </StepContext>
    </section>
  )
}

const NO_ERRORS: { errors: Record<string, string>; busy: boolean } = { errors: {}, busy: false }

function useCatalogues(world: World | undefined) {
  return useSyncExternalStore(
    world?.catalogues.subscribe ?? (() => () => {}),
    world?.catalogues.get ?? (() => NONE),
    () => NONE,
  )
}

const NONE: Readonly<Record<string, Catalogue | null>> = {}

function pick(data: StepData, schema: StepSchema): StepData {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key in schema.properties))
}

function keep(said: Record<string, string>, found: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(said).flatMap((field) => (field in found ? [[field, found[field]!]] : [])),
  )
}

function firstInvalid(frame: HTMLElement | null): HTMLElement | null {
  const first = frame?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]') ?? null
  return first?.querySelector<HTMLElement>('input, select') ?? first
}
