import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ahead } from '../../flow/ahead.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { findStep, sameStep, showsConsent } from '../../flow/elements/elements.ts'
import { advance, type Journey, type JourneyEvent } from '../../flow/journey.ts'
import type { Page } from '../../flow/page.ts'
import { knownBefore, sameScreen, screenOf, type Screen } from './screen.ts'
import type { BrowserPorts } from './browserPorts.ts'

export interface View {
  inSight: Screen
  /** Scenes that may come next, rendered out of sight, so that a press only has to show one. */
  ahead: readonly Screen[]
  /** Progress shown; it follows the step once that is painted. */
  progress: number
  /** True if the current step is not the one that the page came with, which appears without motion. */
  moved: boolean
  /** Direction from which the current step came; null if it came before React. Only one that came takes the focus to its heading. */
  arrives: Direction | null
}

export type Direction = 'forward' | 'back'

/** Pause in typing before the next screens are computed. */
const REST_MS = 60

/** Dispatches an event. */
export type Dispatch = (event: JourneyEvent) => void

interface Start {
  page: Page
  journey: Journey
  moved: boolean
  browser: BrowserPorts | undefined
}

/** Initial view of a journey. */
export function startOf(page: Page, journey: Journey, moved: boolean): View {
  const { progress } = journey
  return { inSight: screenOf(page, journey), ahead: [], progress, moved, arrives: null }
}

/** A visitor's journey with functions to move it, which are stable across renders. */
export function useJourney({ page, journey: start, moved, browser }: Start) {
  const [view, setView] = useState<View>(() => startOf(page, start, moved))
  /** Present state, rendered or not. `held` has the values of the current form. */
  const now = useRef({ journey: start, held: {} as StepData })
  const onScreen = useRef(view)
  useLayoutEffect(() => void (onScreen.current = view), [view])
  /** Step that an edited answer returns to. */
  const returnsTo = useRef<StepRef>(null)
  const looking = useRef(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const dispatch: Dispatch = useCallback(
    (event) => {
      const before = now.current.journey
      const returns = event.type === 'submit' && returnsTo.current ? { ...event, resumes: true } : event
      const [journey, effects] = advance(page, browser?.gather(before) ?? before, returns)
      if (journey === before) return
      if (event.type === 'show' || sameStep(journey.current, returnsTo.current)) returnsTo.current = null
      const moves = !sameStep(before.current, journey.current)
      now.current = { journey, held: moves ? {} : now.current.held }
      const screen = screenOf(page, journey)
      setView((shown) => {
        if (!moves) {
          const { key, started } = shown.inSight
          const staying = { ...screen, key, started }
          return sameScreen(staying, shown.inSight) ? shown : { ...shown, inSight: staying }
        }
        const inSight = drawnAs(shown, screen) ?? screen
        return {
          ...shown,
          inSight,
          ahead: [],
          moved: true,
          arrives: event.type === 'show' ? 'back' : 'forward',
        }
      })
      browser?.perform(journey, effects, event.type !== 'show' && moves)
    },
    [page, browser],
  )
  useEffect(() => browser?.listen(dispatch), [browser, dispatch])
  const edit = useCallback(
    (step: StepRef) => {
      const { current } = now.current.journey
      dispatch({ type: 'show', step })
      returnsTo.current = current
    },
    [dispatch],
  )

  const lookAhead = useCallback(
    (whenIdle: BrowserPorts['whenIdle'] | undefined) => {
      if (looking.current) return
      looking.current = true
      whenIdle?.(() => {
        looking.current = false
        const { journey, held } = now.current
        const next = ahead(page, journey, held)
          .filter((at) => mayBeDrawnBefore(page, at))
          .map((at) => screenOf(page, at))
        const follow = (shown: View): View => {
          // A press may have happened in between.
          if (!sameStep(shown.inSight.stop, journey.current)) return shown
          const drawn = next.map((screen) => drawnAs(shown, screen) ?? screen)
          const { progress } = journey
          const isSame =
            progress === shown.progress &&
            drawn.length === shown.ahead.length &&
            drawn.every((screen, i) => screen === shown.ahead[i])
          return isSame ? shown : { ...shown, ahead: drawn, progress }
        }
        // React walks the page even for an update that changes nothing.
        if (follow(onScreen.current) !== onScreen.current) startTransition(() => setView(follow))
      })
    },
    [page, browser],
  )
  useEffect(() => lookAhead(browser?.whenIdle), [lookAhead, view.inSight.key])

  const hold = useCallback(
    (data: StepData) => {
      now.current.held = data
      clearTimeout(resting.current)
      resting.current = setTimeout(() => lookAhead(browser?.atRest), REST_MS)
    },
    [lookAhead],
  )
  const known = useCallback((): Fields => knownBefore(page, now.current.journey), [page])
  return { view, dispatch, edit, hold, known }
}

/** A prerendered screen that is equal and can be shown without rendering. */
function drawnAs({ ahead }: View, screen: Screen): Screen | undefined {
  return ahead.find((other) => sameScreen(other, screen))
}

/** True if a step may be prerendered. If the page is recorded, a consent must not be on it before it is shown, so that the record is
 *  what was seen. */
function mayBeDrawnBefore({ flow, may_track }: Page, { current }: Journey): boolean {
  const step = current && findStep(flow, current)
  const isRecorded = may_track && Object.keys(flow.ui_config.entrypoint.tracking_scripts).length > 0
  return Boolean(step && !(isRecorded && showsConsent(step)))
}
