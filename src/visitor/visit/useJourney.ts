import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ahead } from '../../flow/ahead.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { findStep, sameStep, showsConsent } from '../../flow/elements.ts'
import { advance, type Journey, type JourneyEvent } from '../../flow/journey.ts'
import type { Page } from '../../flow/page.ts'
import { knownBefore, sameScene, sceneOf, type Scene } from '../page/scene.ts'
import type { World } from './world.ts'

export interface View {
  inSight: Scene
  /** Where the visitor may go next, drawn out of sight beforehand: the press that leads there has only to show it. */
  ahead: readonly Scene[]
  /** How far the visitor has come, as it is shown: it follows the step once that is painted. */
  progress: number
  /** Whether the step in sight is not the one that the page came with: the first comes without motion. */
  moved: boolean
  /** Whether the step in sight came after React: only then does its heading take the focus. */
  arrives: boolean
}

/** Between two keys nobody looks ahead. */
const REST_MS = 60

/** Makes an event happen. */
export type Dispatch = (event: JourneyEvent) => void

interface Start {
  page: Page
  journey: Journey
  moved: boolean
  world: World | undefined
}

/** What is seen at first of a journey. */
export function startOf(page: Page, journey: Journey, moved: boolean): View {
  const { progress } = journey
  return { inSight: sceneOf(page, journey), ahead: [], progress, moved, arrives: false }
}

/** A visitor's journey and what moves it. The functions are the same at every drawing. */
export function useJourney({ page, journey: start, moved, world }: Start) {
  const [view, setView] = useState<View>(() => startOf(page, start, moved))
  /** What holds already, drawn or not. `held`: what the form in sight holds. */
  const now = useRef({ journey: start, held: {} as StepData })
  const onScreen = useRef(view)
  useLayoutEffect(() => void (onScreen.current = view), [view])
  const looking = useRef(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const dispatch: Dispatch = useCallback(
    (event) => {
      const before = now.current.journey
      const [journey, effects] = advance(page, world?.gather(before) ?? before, event)
      if (journey === before) return
      const moves = !sameStep(before.current, journey.current)
      now.current = { journey, held: moves ? {} : now.current.held }
      const scene = sceneOf(page, journey)
      setView((shown) => {
        if (!moves) {
          const { key, started } = shown.inSight
          const staying = { ...scene, key, started }
          return sameScene(staying, shown.inSight) ? shown : { ...shown, inSight: staying }
        }
        return { ...shown, inSight: drawnAs(shown, scene) ?? scene, ahead: [], moved: true, arrives: true }
      })
      world?.perform(journey, effects, event.type !== 'show' && moves)
    },
    [page, world],
  )
  useEffect(() => world?.listen(dispatch), [world, dispatch])

  const lookAhead = useCallback(
    (whenIdle: World['whenIdle'] | undefined) => {
      if (looking.current) return
      looking.current = true
      whenIdle?.(() => {
        looking.current = false
        const { journey, held } = now.current
        const next = ahead(page, journey, held)
          .filter((at) => mayBeDrawnBefore(page, at))
          .map((at) => sceneOf(page, at))
        const follow = (shown: View): View => {
          // A press may have come between.
          if (!sameStep(shown.inSight.stop, journey.current)) return shown
          const drawn = next.map((scene) => drawnAs(shown, scene) ?? scene)
          const { progress } = journey
          const isSame =
            progress === shown.progress &&
            drawn.length === shown.ahead.length &&
            drawn.every((scene, i) => scene === shown.ahead[i])
          return isSame ? shown : { ...shown, ahead: drawn, progress }
        }
        // React goes through the page for an update that changes nothing, too.
        if (follow(onScreen.current) !== onScreen.current) startTransition(() => setView(follow))
      })
    },
    [page, world],
  )
  useEffect(() => lookAhead(world?.whenIdle), [lookAhead, view.inSight.key])

  const hold = useCallback(
    (data: StepData) => {
      now.current.held = data
      clearTimeout(resting.current)
      resting.current = setTimeout(() => lookAhead(world?.atRest), REST_MS)
    },
    [lookAhead],
  )
  const known = useCallback((): Fields => knownBefore(page, now.current.journey), [page])
  return { view, dispatch, hold, known }
}

/** A scene that waits out of sight and is the same: to show it, nothing is drawn anew. */
function drawnAs({ ahead }: View, scene: Scene): Scene | undefined {
  return ahead.find((other) => sameScene(other, scene))
}

/** Where somebody records the page, a consent is nowhere on it before it is shown: what is recorded is what was seen. */
function mayBeDrawnBefore({ flow, may_track }: Page, { current }: Journey): boolean {
  const step = current && findStep(flow, current)
  const isRecorded = may_track && Object.keys(flow.ui_config.entrypoint.tracking_scripts).length > 0
  return Boolean(step && !(isRecorded && showsConsent(step)))
}
