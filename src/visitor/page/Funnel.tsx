import { memo, useEffect, type ReactNode } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Site } from '../../../schemas/flow/flow.ts'
import { OutcomeLines } from '../../../widgets/Outcome.tsx'
import { lazyWidget } from '../../../widgets/lazyWidget.tsx'
import { withFills } from '../../flow/answers/data.ts'
import { asksForCall } from '../../flow/answers/optOut.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { says } from '../../flow/languages/language.ts'
import { asksForPersonalData, leaves, sameStep } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { heading } from '../../flow/form.ts'
import type { Filled } from '../../flow/filled.ts'
import type { Journey } from '../../flow/journey.ts'
import { fatesOf, knowsBuyers } from '../../flow/outcome.ts'
import { type Page, START_AGAIN_INPUT } from '../../flow/page.ts'
import { asksNothing } from '../../flow/progress.ts'
import { putsOffersBelow } from '../../flow/results.ts'
import { Acknowledgement } from './Acknowledgement.tsx'
import { InSight } from '../rjsf/Frame.tsx'
import type { Screen } from '../visit/screen.ts'
import { StepForm } from '../step/StepForm.tsx'
import { Progress, Template } from './Template.tsx'
import { startOf, useJourney, type Direction, type Dispatch, type View } from '../visit/useJourney.ts'
import { useCell } from '../visit/useCell.ts'
import { usePhone } from '../visit/usePhone.ts'
import type { BrowserPorts } from '../visit/browserPorts.ts'

/** A visitor's path through a flow. Without a `browser` it is static: what the server sends first. */
export function App({ page, journey, moved: begun = false, shownAtMs = 0, browser }: AppProps) {
  const { view, dispatch, edit, hold, known } = useJourney({ page, journey, moved: begun, browser })
  /** True if the page came with answers of an earlier view. */
  const isResumed = hasAnswers(page.journey) || (!begun && hasAnswers(journey))
  return (
    <Template page={page} progress={<StepProgress page={page} view={view} />} phone={usePhone(page, browser)}>
      <Stage {...{ page, view, browser, dispatch, edit, hold, known, shownAtMs, isResumed }} />
    </Template>
  )
}

/** Parts of the page that change when a choice leads to this journey, each as a separate element that renders as in the app. */
export function changedParts(page: Page, journey: Journey): ReactNode[] {
  const view = startOf(page, journey, true)
  const isResumed = hasAnswers(page.journey)
  const common = { page, view, isResumed, browser: undefined, shownAtMs: 0 }
  return [
    <StepProgress key="progress" page={page} view={view} />,
    <Stage key="stage" {...common} dispatch={NOTHING} edit={NOTHING} hold={NOTHING} known={NOTHING_KNOWN} />,
  ]
}

const NOTHING = () => {}
const NOTHING_KNOWN = () => ({})

/** Progress of the visitor, unless the current step shows it itself, or is the end: rules may skip all that was still expected, and
 *  no one believes a bar that leaps. */
function StepProgress({ page, view: { inSight, progress } }: { page: Page; view: View }) {
  const { stop } = inSight
  const isAway =
    !stop || asksNothing(stop.step) || leaves(stop.step.questions).some((element) => isA(element, 'progress'))
  return <Progress page={page} progress={isAway ? null : progress} />
}

interface StageProps extends Omit<StandingProps, 'screen' | 'moved' | 'arrives'> {
  view: View
  isResumed: boolean
}

/** The current step, in the design of its offer, beside those that may come next. */
function Stage({ view: { inSight, ahead, moved, arrives }, isResumed, ...common }: StageProps) {
  const { page, browser } = common
  const { stop } = inSight
  const hasEnded = !stop || asksNothing(stop.step)
  useTitle(page, inSight)
  const { promise, landing, trust } = inSight.previous || hasEnded ? NO_SITE : page.flow.ui_config.site
  return (
    <main
      className="stage"
      data-design={stop ? page.flow.ui_config.offers[stop.offer_key]?.design : undefined}
    >
      <Acknowledgement page={page} screen={inSight} browser={browser} />
      {!hasEnded && <Honored page={page} screen={inSight} browser={browser} />}
      {promise !== undefined && <p className="promise">{promise}</p>}
      {landing && <Landing flow={page.flow} />}
      {[inSight, ...ahead].map((screen) => {
        const waits = screen !== inSight
        return (
          <InSight key={screen.key} value={!waits}>
            <Standing
              screen={screen}
              moved={moved || waits}
              arrives={waits ? 'forward' : arrives}
              {...common}
            />
          </InSight>
        )
      })}
      {page.link_hours && !hasEnded && inSight.previous && (
        <LinkPlace page={page} screen={inSight} browser={browser} />
      )}
      {trust && (
        <ul className="trust">
          {trust.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {landing && <Landing flow={page.flow} base={page.base} below />}
      {(hasEnded || isResumed) && <StartAgain page={page} hasEnded={hasEnded} browser={browser} />}
    </main>
  )
}

/** Lines for a browser that opted out of the sale: on the first screen that this is honored, and before personal questions that no one
 *  will call. Source: 11 CCR 7025(c)(6). */
function Honored({ page, screen: { stop, previous }, browser }: EndProps) {
  const { not_sold = null } = useCell(browser?.outcome, page.outcome) ?? {}
  const { PAGE } = says(page.flow)
  if (not_sold !== 'gpc' && not_sold !== 'do_not_sell') return null
  const isCalled = not_sold === 'gpc' && stop && asksForCall(stop.offer_key, stop.before)
  return (
    <>
      {!previous && <p className="honored">{PAGE.honored}</p>}
      {stop && asksForPersonalData(stop.step) && !isCalled && <p className="honored">{PAGE.noCall}</p>}
    </>
  )
}

/** Shows the question in the tab's title, except on the first screen, whose title is the site's. */
function useTitle({ flow, product_name }: Page, { stop, previous }: Screen): void {
  const { title } = flow.ui_config
  const titled =
    stop &&
    previous &&
    (putsOffersBelow(stop.step) ? says(flow).STEP.outcome : heading(flow, stop.step, product_name))
  const question = titled || ''
  useEffect(() => {
    document.title = question ? `${question} · ${title}` : title
  }, [question, title])
}

/** Parts of the site that only the first screen shows. */
const NO_SITE: Partial<Pick<Site, 'promise' | 'landing' | 'trust'>> = {}

const Landing = lazyWidget('landing')

interface StandingProps {
  page: Page
  screen: Screen
  moved: boolean
  arrives: Direction | null
  shownAtMs: number
  browser: BrowserPorts | undefined
  dispatch: Dispatch
  edit: (step: StepRef) => void
  hold: (data: StepData) => void
  known: () => Fields
}

/** A journey at one of its steps. */
const Standing = memo(function Standing({ dispatch, ...given }: StandingProps) {
  const { page, screen, browser } = given
  const { stop, previous } = screen
  if (!stop) return <End page={page} screen={screen} browser={browser} />
  return (
    <StepForm
      stop={stop}
      {...given}
      onBack={previous && (() => browser?.back(previous) || dispatch({ type: 'show', step: previous }))}
      onAnswer={({ data, timeOnStepMs, fills, seen, insisted }) =>
        dispatch({
          type: 'submit',
          step: { offer_key: stop.offer_key, step_key: stop.step_key },
          data: withFills(page.flow, stop.step, { data, fills }),
          timeOnStepMs,
          ...(sameStep(browser?.correction.get()?.step ?? null, stop) && { resumes: true }),
          ...(seen && { seen }),
          insisted,
          filled: Object.assign({}, ...Object.values(fills)) as Filled,
        })
      }
    />
  )
})

/** Place for the offer of a link to continue; its script loads later. */
function LinkPlace({ page: { flow }, screen: { stop, fields }, browser }: EndProps) {
  const Offer = useCell(browser?.linkOffer, null)
  const known = fieldOf(fields, flow.ui_config.come_back?.to ?? '')
  return (
    <div className="go-on">
      {Offer && <Offer step={stop?.id ?? ''} known={typeof known === 'string' ? known : ''} />}
    </div>
  )
}

/** End of a flow without a step for it. */
function End({ page: { flow, outcome }, screen: { leads }, browser }: EndProps) {
  const known = useCell(browser?.outcome, outcome)
  return (
    <section className="step" data-step="">
      <h1 tabIndex={-1}>{says(flow).PAGE.end}</h1>
      {knowsBuyers(flow) && (
        <OutcomeLines flow={flow} fates={fatesOf(leads, known)} notSold={known?.not_sold ?? null} />
      )}
    </section>
  )
}

type EndProps = Pick<StandingProps, 'page' | 'screen' | 'browser'>

export interface AppProps {
  page: Page
  journey: Journey
  /** True if the visitor has moved on from the step that the page came with. */
  moved?: boolean
  /** Time when the step that the page came with was first shown, in milliseconds of the browser's clock. */
  shownAtMs?: number
  browser?: BrowserPorts | undefined
}

/** Link that lets the next user of a device begin without the details of the last. */
function StartAgain({ page, hasEnded, browser }: StartAgainProps) {
  const { PAGE } = says(page.flow)
  return (
    <form
      className="again"
      method="post"
      onSubmit={(event) => {
        if (!browser) return
        event.preventDefault()
        const form = event.currentTarget
        // The browser itself posts the form, and shows an error if the server cannot be reached.
        browser.startAgain(form).catch(() => form.submit())
      }}
    >
      <input type="hidden" name={START_AGAIN_INPUT} />
      {hasEnded ? '' : PAGE.notYou} <button>{PAGE.startAgain}</button>
    </form>
  )
}

interface StartAgainProps {
  page: Page
  hasEnded: boolean
  browser: BrowserPorts | undefined
}

/** True if there are answers to discard. */
function hasAnswers({ answers }: Journey): boolean {
  return Object.values(answers).some((data) => Object.keys(data).length > 0)
}
