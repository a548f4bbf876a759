import { use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { FormContext, LiveContext, StepContext } from '../../../widgets/context.ts'
import { flatten } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { sameStep, showsConsent, stepId } from '../../flow/elements/elements.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { heading, toForm } from '../../flow/form.ts'
import { says } from '../../flow/languages/language.ts'
import type { Page } from '../../flow/page.ts'
import { putsOffersBelow } from '../../flow/results.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { trackingSources, VENDORS, type FormVendor } from '../../flow/vendors/vendors.ts'
import { FrameContext, InSight } from '../rjsf/Frame.tsx'
import { SchemaForm, type FormHandle } from '../rjsf/SchemaForm.tsx'
import { pick } from '../visit/screen.ts'
import type { Direction } from '../visit/useJourney.ts'
import { useCell } from '../visit/useCell.ts'
import type { BrowserPorts } from '../visit/browserPorts.ts'
import { focusAgreeing, useAnswering, type Answering, type FilledForm } from './useAnswering.ts'
import { noteShown } from './noteShown.ts'
import { useDraft } from './useDraft.ts'
import { NO_IDS, useFormView, useLiveData, useStepView } from './useViews.ts'

interface StepFormProps extends Answering {
  /** True if it is not the step that the page came with. */
  moved: boolean
  /** Direction in which it replaces another on the screen; its heading then takes the focus. Null if it replaces none. */
  arrives: Direction | null
  /** Time when a step that replaces no other was first shown, by the browser's clock. */
  shownAtMs: number
  /** Gets the form's values at every change. */
  hold: (data: StepData) => void
  onBack: (() => void) | null
}

/** One step as a form. rjsf holds the values; the compiled schema and our own validations must both pass, then the server's checks,
 *  before the step is answered. */
export function StepForm(props: StepFormProps) {
  const { page, stop, moved, arrives, browser, hold } = props
  const { flow } = page
  const { step } = stop
  const { schema, uiSchema } = useMemo(() => toForm(flow, step), [flow, step])
  const form = useFilledForm(props)
  const { element, handle, values, started, draft } = form
  const answering = useAnswering(props, form)
  const { waits, arrive, layOut } = useArrival(props, form, schema)
  return (
    <FrameContext
      value={{
        ref: element,
        'data-step': stepId(stop),
        'data-design': step.design,
        'data-moved': (moved && !arrives) || undefined,
        // A consent is recorded word for word, so a browser must not translate it, nor the question and the buttons that go with it.
        translate: showsConsent(step) ? 'no' : undefined,
        head: <Head {...props} />,
        onSubmit: (event) => {
          event.preventDefault()
          answering.answer((event.nativeEvent as SubmitEvent).submitter)
        },
        onKeyDown: (event) => {
          // Enter in a field would press a button that may not be visible.
          if (event.key !== 'Enter' || !showsConsent(step) || !(event.target instanceof HTMLInputElement))
            return
          event.preventDefault()
          focusAgreeing(form)
        },
      }}
    >
      <StepContext value={useStepView(props, started)}>
        <FormContext value={useFormView(props, form, answering)}>
          <LiveContext value={useLiveData(props)}>
            <SchemaForm
              ref={handle}
              schema={schema}
              uiSchema={uiSchema}
              begun={started}
              onChange={(data) => {
                values.current = data
                if (!waits.current) hold(data)
                draft.keep(data)
                answering.change(data)
              }}
            >
              <VendorFields page={page} browser={browser} />
            </SchemaForm>
            <Arrival onArrive={arrive} onWait={layOut} />
            <Refusal
              browser={browser}
              step={stop}
              onRefused={(errors) => {
                const held = flatten(values.current)
                answering.refuseChecks(errors.map((error) => ({ ...error, value: held[error.field] })))
              }}
            />
          </LiveContext>
        </FormContext>
      </StepContext>
    </FrameContext>
  )
}

function useFilledForm({ screen, stop, browser, shownAtMs }: StepFormProps): FilledForm {
  const [started] = useState(screen.started)
  return {
    element: useRef<HTMLFormElement>(null),
    handle: useRef<FormHandle>(null),
    values: useRef(started),
    started,
    draft: useDraft(browser, stop, started),
    shownAtMs: useRef(shownAtMs),
  }
}

/** Arrival of a step on the screen: restores its draft, and if it replaces another step, moves it in and focuses its heading. */
function useArrival(
  { browser, arrives }: StepFormProps,
  { element, handle, draft, shownAtMs }: FilledForm,
  schema: StepSchema,
) {
  /** True for a step drawn ahead: it still holds its initial values, so it must not influence the next step. */
  const waits = useRef(arrives !== null)
  // Reading a position forces layout, even out of sight.
  const layOut = () => void element.current?.querySelector('h1')?.offsetTop
  const arrive = () => {
    waits.current = false
    for (const [key, value] of Object.entries(pick(draft.begun, schema.properties)))
      handle.current?.setField(key, value)
    if (!arrives) return
    shownAtMs.current = browser?.now() ?? 0
    noteShown()
    if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
      for (const part of element.current?.children ?? [])
        // Buttons are at the same place on every step. Where nothing is rendered, the page's thread would draw every frame, not the compositor.
        if (!part.matches('.actions, .back, input')) part.animate(...ARRIVING[arrives])
    if (window.scrollY !== 0) window.scrollTo(0, 0)
    element.current?.querySelector('h1')?.focus({ preventScroll: true })
  }
  return { waits, arrive, layOut }
}

/** Animation of a step that arrives. Not in the stylesheet: an attribute to start and end it, and the events of a transition, would make
 *  the browser walk the page four more times. */
const ARRIVING = { forward: slideFrom('10px'), back: slideFrom('-10px') }

function slideFrom(left: string): Parameters<Element['animate']> {
  return [
    { opacity: [0.3, 1], transform: [`translateX(${left})`, 'none'] },
    { duration: 150, easing: 'ease-out' },
  ]
}

/** Contents of a step above its fields. */
function Head({ page, screen, stop: { step }, onBack }: StepFormProps) {
  const { flow, product_name } = page
  const { STEP } = says(flow)
  // What became of the request comes first there; the step's own heading is that of the offers below.
  const isOutcome = putsOffersBelow(step)
  return (
    <>
      {/* The form's default button: without our scripts, Enter in a field presses no button that may not be visible. */}
      {showsConsent(step) && <button disabled hidden />}
      {screen.isLastQuestion && <span className="last">{STEP.last}</span>}
      <button
        type="button"
        className="back"
        hidden={!onBack}
        disabled={!onBack}
        onClick={onBack ?? undefined}
      >
        {STEP.back}
      </button>
      <h1
        tabIndex={-1}
        className={isOutcome ? 'over' : undefined}
        data-tf-element-role={showsConsent(step) ? 'offer' : undefined}
      >
        {step.design === 'last_chance' && <small>{STEP.lastChance}</small>}
        {isOutcome ? STEP.outcome : heading(flow, step, product_name)}
      </h1>
      {!isOutcome && step.hint !== undefined && <p className="lead">{step.hint}</p>}
    </>
  )
}

/** Reports whether the step is waiting or shown. Comes after the form, which is mounted by then. */
function Arrival({ onArrive, onWait }: { onArrive: () => void; onWait: () => void }) {
  const inSight = use(InSight)
  useLayoutEffect(inSight ? onArrive : onWait, [inSight])
  return null
}

/** Shows the server's errors about a step that the visitor had left, once it is shown again. */
function Refusal({ browser, step, onRefused }: RefusalProps) {
  const inSight = use(InSight)
  const correction = useCell(browser?.correction, null)
  const here = inSight && correction && sameStep(correction.step, step) ? correction : null
  useEffect(() => {
    if (here && here.errors.length > 0) onRefused(here.errors)
  }, [here])
  return null
}

interface RefusalProps {
  browser: BrowserPorts | undefined
  step: StepRef
  onRefused: (errors: readonly FieldError[]) => void
}

/** Hidden fields by which tracking scripts find a form: empty until a script fills them in, and in later steps with the same values. */
function VendorFields({ page, browser }: { page: Page; browser: BrowserPorts | undefined }) {
  const ids = useCell(browser?.trackingIds, NO_IDS)
  if (!page.may_track) return null
  const sources = trackingSources(page.flow.ui_config.entrypoint.tracking_scripts)
  return (
    <>
      {(Object.keys(sources) as FormVendor[]).map((vendor) => {
        const { field } = VENDORS[vendor]
        return (
          field && (
            <input
              key={vendor}
              type="hidden"
              id={field.id}
              name={field.name}
              defaultValue={ids[field.holds]}
            />
          )
        )
      })}
    </>
  )
}
