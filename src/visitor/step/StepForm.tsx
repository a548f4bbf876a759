import {
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Catalog } from '../../../schemas/visitor/page.ts'
import type { Seen } from '../../../schemas/kernel/consent.ts'
import { StepContext, type StepView, type Way } from '../../../widgets/context.ts'
import { leavesUnanswered, withoutChoices } from '../../flow/consent/agreement.ts'
import { flatten, type Fills } from '../../flow/answers/data.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { sameStep, showsConsent, stepId } from '../../flow/elements/elements.ts'
import { heading, toForm } from '../../flow/form.ts'
import { says } from '../../flow/languages/language.ts'
import { externalChecks, type FieldError } from '../../flow/validations/validations.ts'
import { allErrors } from './errors.ts'
import { FrameContext, InSight } from '../rjsf/Frame.tsx'
import { seenStep } from './seen.ts'
import { useDraft } from './useDraft.ts'
import { useErrors } from './useErrors.ts'
import { useSubmit } from './useSubmit.ts'
import { fatesOf } from '../../flow/outcome.ts'
import type { Page } from '../../flow/page.ts'
import { resultFields } from '../../flow/results.ts'
import { SchemaForm, type FormHandle } from '../rjsf/SchemaForm.tsx'
import type { Stop } from '../../flow/walk.ts'
import { linkAddress, withClick } from '../visit/linkAddress.ts'
import { pick, type Scene } from '../visit/scene.ts'
import type { TrackingIds } from '../tracking/tracker.ts'
import { useCell } from '../visit/useCell.ts'
import { usePhone } from '../visit/usePhone.ts'
import type { World } from '../visit/world.ts'
import { trackingSources, VENDORS, type FormVendor } from '../../flow/vendors/vendors.ts'
import { schemaErrors } from '../../flow/validations/compiledCheck.ts'

interface StepFormProps {
  page: Page
  scene: Scene
  stop: Stop
  /** True if it is not the step that the page came with. */
  moved: boolean
  /** True if it replaces another on the screen; its heading then takes the focus. */
  arrives: boolean
  /** Time when a step that replaces no other was first shown, by the world's clock. */
  shownAtMs: number
  world: World | undefined
  /** Gets the form's values at every change. */
  hold: (data: StepData) => void
  /** Returns the visitor's fields before the current step. */
  known: () => Fields
  onBack: (() => void) | null
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

/** One step as a form. rjsf holds the values; the compiled schema and our own validations must both pass, then the server's checks,
 *  before the step is answered. */
export function StepForm({
  page,
  scene,
  stop,
  moved,
  arrives,
  shownAtMs,
  world,
  hold,
  known,
  onBack,
  onAnswer,
}: StepFormProps) {
  const { fields, progress, isLastQuestion, leads } = scene
  const { step, offer_key, step_key } = stop
  const stepRef = { offer_key, step_key }
  const { flow, origin } = page
  const { STEP } = says(flow)
  const frame = useRef<HTMLFormElement>(null)
  const form = useRef<FormHandle>(null)
  const { schema, uiSchema } = useMemo(() => toForm(flow, step), [flow, step])
  const [started] = useState(scene.started)
  const values = useRef(started)
  const begunAtMs = useRef(shownAtMs)
  const seen = useRef<Seen>(null)
  /** True if the form submits itself, for a held press. */
  const isAgain = useRef(false)
  const draft = useDraft(world, stepRef, started)
  const validator = useValidator(world, stepRef)
  const catalogs = useCell(world?.catalogs, NONE)
  const ids = useCell(world?.trackingIds, NO_IDS)
  const outcome = useCell(world?.outcome, page.outcome)
  const phone = usePhone(world)
  /** False on the server, and while React hydrates. */
  const inBrowser = useSyncExternalStore(NEVER, yes, no)
  const fates = fatesOf(leads, outcome)
  const { errors, wrong, refuse, ...messages } = useErrors(
    flow,
    () => ({ step, before: known(), today: origin.today }),
    { frame, begun: draft.half.begun, refused: { errors: scene.errors, data: started } },
  )
  const { busy, submit, ...submitting } = useSubmit({
    world,
    said: STEP,
    ready: validator.ready,
    press: () => {
      isAgain.current = true
      frame.current?.requestSubmit()
    },
    wrong: (data) => (leavesUnanswered(flow, step, data) ? {} : wrong(data)),
    refuse,
    refuseChecks: messages.refuseChecks,
    doubt: messages.doubt,
    checksOf: (data) =>
      externalChecks(flow, step, data).filter(({ field, value }) => !messages.isInsisted(field, value)),
    onAnswer: (data, atMs, fills) => {
      draft.drop()
      const timeOnStepMs = Math.max(0, Math.round(atMs - begunAtMs.current))
      const insisted = Object.keys(data).filter((field) => messages.isInsisted(field, data[field]))
      onAnswer({ data, timeOnStepMs, fills, seen: seen.current, insisted })
    },
  })

  /** True for a step drawn ahead: it still holds its initial values, so it must not influence the next step. */
  const waits = useRef(arrives)
  // Reading a position forces layout, even out of sight.
  const layOut = () => void frame.current?.querySelector('h1')?.offsetTop
  const arrive = () => {
    waits.current = false
    for (const [key, value] of Object.entries(pick(draft.begun, schema.properties)))
      form.current?.setField(key, value)
    if (!arrives) return
    begunAtMs.current = world?.now() ?? 0
    if (matchMedia('(prefers-reduced-motion: no-preference)').matches) frame.current?.animate(...ARRIVING)
    if (window.scrollY !== 0) window.scrollTo(0, 0)
    frame.current?.querySelector('h1')?.focus({ preventScroll: true })
  }

  /** `button` is null for a link that leaves the step, or for a held press. */
  const answered = (button: HTMLElement | null) => {
    // Keeps the screen of the first press, not one with a busy button.
    if (busy && !isAgain.current) return
    if (frame.current && showsConsent(step) && !isAgain.current) {
      // A visitor who comes back and presses another button revokes the earlier choice.
      if (!button?.matches('[data-choice]')) values.current = withoutChoices(flow, step, values.current)
      seen.current = seenStep(frame.current, button, Date.now())
    }
    isAgain.current = false
    const data = values.current
    const found = leavesUnanswered(flow, step, data) ? [] : validator.validate(data)
    if (found.length > 0) return refuse(allErrors(flow, wrong(data), found))
    void submit(data)
  }

  /** Focuses the button that gives the consent instead of submitting: only that press gives it, after its text was read. */
  const focusAgreeing = () =>
    frame.current?.querySelector<HTMLElement>('[data-tf-element-role=submit]')?.focus()

  /** Ways to resolve an error: take the suggested value, or insist. */
  const waysFrom = (field: string): Way[] => {
    const about = messages.messageOf(field)
    const { suggestion, insistable } = about ?? {}
    const take = (value: string) => {
      values.current = { ...values.current, [field]: value }
      form.current?.setField(field, value)
      frame.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    }
    const insist = () => {
      if (about) messages.insist(about)
      if (showsConsent(step)) focusAgreeing()
      else frame.current?.requestSubmit()
    }
    return [
      ...(suggestion ? [{ text: STEP.use(suggestion), take: () => take(suggestion) }] : []),
      ...(insistable ? [{ text: STEP.useAnyway, take: insist }] : []),
    ]
  }

  const view: StepView = {
    flow,
    path: page.path,
    step,
    offer_key,
    today: origin.today,
    begun: started,
    errors,
    // Buttons that need a script.
    ways: inBrowser ? Object.fromEntries(Object.keys(errors).map((field) => [field, waysFrom(field)])) : {},
    busy,
    choose: (field, value) => {
      values.current = { ...values.current, [field]: value }
      // Matters only if the step stays; a step that leaves is not rendered again for it.
      startTransition(() => form.current?.setField(field, value))
    },
    leave: (field) => messages.leave(field, values.current),
    partialInput: draft.half,
    catalog: (year) => {
      if (!(year in catalogs)) queueMicrotask(() => world?.loadCatalog(year))
      return catalogs[year]
    },
    afterPaint: (work) => world?.afterPaint(work),
    fields,
    known: { ...fields, ...resultFields(flow, fates) },
    progress,
    fates,
    notSold: outcome?.not_sold ?? null,
    phone,
    isOutcomeKnown: outcome !== null || !inBrowser,
    takeAway: (inBrowser && world?.takeAway) || null,
    buyerPage: (buyer) =>
      outcome?.leads.find((lead) => lead.buyer === buyer && lead.redirect !== undefined)?.redirect,
    linkOut: (element, link = element.link ?? null) => ({
      href:
        link &&
        linkAddress(
          { ...element, link },
          withClick(page, ids),
          stepRef,
          inBrowser && world ? () => world.linkOutId(element) : null,
        ),
      opened: () => world?.linkOut(stepRef, element),
    }),
  }

  const head = (
    <>
      {isLastQuestion && <span className="last">{STEP.last}</span>}
      <button
        type="button"
        className="back"
        hidden={!onBack}
        disabled={!onBack}
        onClick={onBack ?? undefined}
      >
        {STEP.back}
      </button>
      <h1 tabIndex={-1} data-tf-element-role={showsConsent(step) ? 'offer' : undefined}>
        {step.design === 'last_chance' && <small>{STEP.lastChance}</small>}
        {heading(flow, step, page.product_name)}
      </h1>
      {step.hint !== undefined && <p className="lead">{step.hint}</p>}
    </>
  )

  return (
    <FrameContext
      value={{
        ref: frame,
        'data-step': stepId(stepRef),
        'data-design': step.design,
        'data-moved': (moved && !arrives) || undefined,
        head,
        onSubmit: (event) => {
          event.preventDefault()
          answered((event.nativeEvent as SubmitEvent).submitter)
        },
        onKeyDown: (event) => {
          // Enter in a field would press a button that may not be visible.
          if (event.key !== 'Enter' || !showsConsent(step) || !(event.target instanceof HTMLInputElement))
            return
          event.preventDefault()
          focusAgreeing()
        },
      }}
    >
      <StepContext value={view}>
        <SchemaForm
          ref={form}
          schema={schema}
          uiSchema={uiSchema}
          begun={started}
          onChange={(data) => {
            values.current = data
            if (!waits.current) hold(data)
            draft.keep(data)
            messages.change(data)
            submitting.change()
          }}
        >
          <VendorFields page={page} ids={ids} />
        </SchemaForm>
        <Arrival onArrive={arrive} onWait={layOut} />
        <Refusal
          world={world}
          step={stepRef}
          onRefused={(errors) => {
            const held = flatten(values.current)
            messages.refuseChecks(errors.map((error) => ({ ...error, value: held[error.field] })))
          }}
        />
      </StepContext>
    </FrameContext>
  )
}

/** Reports whether the step is waiting or shown. Comes after the form, which is mounted by then. */
function Arrival({ onArrive, onWait }: { onArrive: () => void; onWait: () => void }) {
  const inSight = use(InSight)
  useLayoutEffect(inSight ? onArrive : onWait, [inSight])
  return null
}

/** Shows the server's errors about a step that the visitor had left, once it is shown again. */
function Refusal({ world, step, onRefused }: RefusalProps) {
  const inSight = use(InSight)
  const correction = useCell(world?.correction, null)
  const here = inSight && correction && sameStep(correction.step, step) ? correction : null
  useEffect(() => {
    if (here && here.errors.length > 0) onRefused(here.errors)
  }, [here])
  return null
}

interface RefusalProps {
  world: World | undefined
  step: StepRef
  onRefused: (errors: readonly FieldError[]) => void
}

/** Animation of a step that arrives. Not in the stylesheet: an attribute to start and end it, and the events of a transition, would make
 *  the browser walk the page four more times. */
const ARRIVING: Parameters<HTMLElement['animate']> = [
  { opacity: [0.3, 1], transform: ['translateX(10px)', 'none'] },
  { duration: 150, easing: 'ease-out' },
]

const NEVER = () => () => {}
const [yes, no] = [() => true, () => false]
const NONE: Readonly<Record<string, Catalog | null>> = {}
const NO_IDS: TrackingIds = {}

/** Hidden fields by which tracking scripts find a form: empty until a script fills them in, and in later steps with the same values. */
function VendorFields({ page, ids }: { page: Page; ids: TrackingIds }) {
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

/** Compiled check of a step. Until it has loaded, it accepts everything and is not ready; if it fails to load, it counts as ready, since
 *  our own validations remain, and the server compiles its own. */
function useValidator(
  world: World | undefined,
  step: StepRef,
): { validate: (data: StepData) => FieldError[]; ready: boolean } {
  const validators = useCell(world?.validators, undefined)
  const check = validators?.(stepId(step))
  return { validate: (data) => (check ? schemaErrors(check, data) : []), ready: validators !== undefined }
}
