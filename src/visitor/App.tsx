import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { castDraft } from 'immer'
import { useImmer } from 'use-immer'
import type { StepRef } from '../../schemas/answer.ts'
import { withFills } from '../flow/data.ts'
import { findStep, leaves, stepId } from '../flow/elements.ts'
import { advance, previousStep, stepInSight, type Journey, type JourneyEvent } from '../flow/journey.ts'
import { isLastQuestion } from '../flow/progress.ts'
import type { Page } from '../flow/page.ts'
import { StepForm } from './StepForm.tsx'
import { Template } from './Template.tsx'
import { useCell } from './useCell.ts'
import type { World } from './world.ts'

interface View {
  journey: Journey
  /** Whether the step in sight is not the one that the page came with: the first comes without motion. */
  moved: boolean
  /** Whether the step in sight came after React: only then does its heading take the focus. */
  arrives: boolean
  /** Values that a check filled in, by field: a later step that asks for one finds it there. */
  filled: Record<string, string>
}

/** One visitor's way through one flow. Without a `world` it is a picture: what the server sends first. */
export function App({ page, journey: start, moved: begun = false, shownAtMs = 0, world }: AppProps) {
  const [{ journey, moved, arrives, filled }, update] = useImmer<View>({
    journey: start,
    moved: begun,
    arrives: false,
    filled: {},
  })
  const standing = useRef(start)

  const dispatch = (event: JourneyEvent) => {
    const before = standing.current
    const [next, effects] = advance(page, world?.gather(before) ?? before, event)
    if (next === before) return
    standing.current = next
    const moves = !sameStep(before.current, next.current)
    update((view) => {
      view.journey = castDraft(next)
      view.moved ||= moves
      view.arrives ||= moves
    })
    world?.perform(next, effects, event.type !== 'show' && moves)
  }
  const hear = useEffectEvent(dispatch)
  useEffect(() => world?.listen(hear), [world])

  const { current } = journey
  const step = current && findStep(page.flow, current)
  const previous = previousStep(page, journey)
  const stop = useMemo(() => stepInSight(page, journey), [page, journey])
  const fields = useMemo(() => ({ ...filled, ...stop?.before }), [filled, stop])
  const number = useCell(world?.phone, null)
  const phone = () => {
    if (!number) queueMicrotask(() => world?.loadPhone())
    return number
  }
  const ownProgress = step && leaves(step.questions).some((e) => 'widget' in e && e.widget === 'progress')
  return (
    <Template
      page={page}
      design={current ? page.flow.ui_config.offers[current.offer_key]?.design : undefined}
      progress={ownProgress ? null : journey.progress}
      phone={phone}
    >
      {current && step ? (
        <StepForm
          key={stepId(current)}
          page={page}
          stepRef={current}
          step={step}
          initial={journey.answers[stepId(current)] ?? fields}
          fields={fields}
          progress={journey.progress}
          phone={phone}
          moved={moved}
          arrives={arrives}
          shownAtMs={shownAtMs}
          isLastQuestion={stop !== null && isLastQuestion(page, stop)}
          world={world}
          onBack={previous && (() => world?.back(previous) || dispatch({ type: 'show', step: previous }))}
          onAnswer={({ data, timeOnStepMs, fills, seen }) => {
            update((view) => void Object.assign(view.filled, fills))
            dispatch({
              type: 'submit',
              step: current,
              data: withFills(page.flow, step, { data, fills }),
              timeOnStepMs,
              ...(seen && { seen }),
            })
          }}
        />
      ) : (
        <section className="step" data-step="">
          <h1 tabIndex={-1}>Thank you, we have your details</h1>
        </section>
      )}
    </Template>
  )
}

export interface AppProps {
  page: Page
  journey: Journey
  /** Whether the visitor has moved on from the step that the page came with. */
  moved?: boolean
  /** When the step that the page came with came into sight, in milliseconds of the world's clock. */
  shownAtMs?: number
  world?: World | undefined
}

export function sameStep(a: StepRef | null, b: StepRef | null): boolean {
  return a === b || (a !== null && b !== null && stepId(a) === stepId(b))
}
