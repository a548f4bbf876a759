import { begin } from '../../flow/journey.ts'
import type { DrawStep } from '../publish/tryVersion.ts'
import type { Renderer } from './firstStep.ts'

/** Draws steps without a visitor, to find out if they can be drawn. */
export function drawWith(renderer: Renderer): DrawStep {
  return ({ flow, path, version }, step) => {
    const course = { flow, origin: NOWHERE }
    const [journey] = begin(course)
    renderer({
      ...course,
      session: { uuid: '', token: '', version, click_ref: '' },
      journey: { ...journey, current: step },
      effects: [],
      path,
      product_name: '',
      year: 2026,
      may_track: false,
      outcome: null,
      base: '',
      api: '',
      validators: '',
      vehicles: '',
    })
  }
}

const NOWHERE = { today: '2026-01-01', query: {} }
