import { memo } from 'react'
import { withFills } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { leaves, sameStep } from '../../flow/elements.ts'
import type { Filled } from '../../flow/answers/filled.ts'
import type { Journey } from '../../flow/journey.ts'
import type { Page } from '../../flow/page.ts'
import { asksNothing } from '../../flow/progress.ts'
import { Acknowledgement } from './Acknowledgement.tsx'
import { InSight } from '../step/Frame.tsx'
import type { Scene } from './scene.ts'
import { hasAnswers, StartAgain } from './StartAgain.tsx'
import { StepForm } from '../step/StepForm.tsx'
import { Template } from './Template.tsx'
import { useJourney, type Dispatch } from '../visit/useJourney.ts'
import { usePhone } from '../visit/usePhone.ts'
import type { World } from '../visit/world.ts'

/** One visitor's way through one flow. Without a `world` it is a picture: what the server sends first. */
export function App({ page, journey, moved: begun = false, shownAtMs = 0, world }: AppProps) {
  const { view, dispatch, hold } = useJourney({ page, journey, moved: begun, world })
  const { inSight, ahead, moved, arrives } = view
  const stop = inSight.stop
  const ownProgress =
    stop && leaves(stop.step.questions).some((e) => 'widget' in e && e.widget === 'progress')
  const hasEnded = !stop || asksNothing(stop.step)
  /** Whether the page came with answers of an earlier view. */
  const isResumed = hasAnswers(page.journey) || (!begun && hasAnswers(journey))
  const common = { page, world, dispatch, hold, shownAtMs }
  return (
    <Template
      page={page}
      design={stop ? page.flow.ui_config.offers[stop.offer_key]?.design : undefined}
      progress={ownProgress ? null : view.progress}
      phone={usePhone(world)}
    >
      <Acknowledgement page={page} scene={inSight} world={world} />
      {[inSight, ...ahead].map((scene) => {
        const waits = scene !== inSight
        return (
          <InSight key={scene.key} value={!waits}>
            <Standing scene={scene} moved={moved || waits} arrives={arrives || waits} {...common} />
          </InSight>
        )
      })}
      {(hasEnded || isResumed) && <StartAgain lead={hasEnded ? '' : 'Not you?'} world={world} />}
    </Template>
  )
}

interface StandingProps {
  page: Page
  scene: Scene
  moved: boolean
  arrives: boolean
  shownAtMs: number
  world: World | undefined
  dispatch: Dispatch
  hold: (data: StepData) => void
}

/** A journey at one of its steps. */
const Standing = memo(function Standing({ dispatch, ...given }: StandingProps) {
  const { page, scene, world } = given
  const { stop, previous } = scene
  if (!stop)
    return (
      <section className="step" data-step="">
        <h1 tabIndex={-1}>Thank you, that was the last question</h1>
      </section>
    )
  return (
    <StepForm
      stop={stop}
      {...given}
      onBack={previous && (() => world?.back(previous) || dispatch({ type: 'show', step: previous }))}
      onAnswer={({ data, timeOnStepMs, fills, seen, insisted }) =>
        dispatch({
          type: 'submit',
          step: { offer_key: stop.offer_key, step_key: stop.step_key },
          data: withFills(page.flow, stop.step, { data, fills }),
          timeOnStepMs,
          ...(sameStep(world?.correction.get()?.step ?? null, stop) && { resumes: true }),
          ...(seen && { seen }),
          insisted,
          filled: Object.assign({}, ...Object.values(fills)) as Filled,
        })
      }
    />
  )
})

export interface AppProps {
  page: Page
  journey: Journey
  /** Whether the visitor has moved on from the step that the page came with. */
  moved?: boolean
  /** When the step that the page came with came into sight, in milliseconds of the world's clock. */
  shownAtMs?: number
  world?: World | undefined
}
