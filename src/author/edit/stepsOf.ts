import type { Path } from '../complete/cursor.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { list, record, valueAt } from '../complete/shapes.ts'

/** A step of a document, with its path. */
export interface PlacedStep {
  /** offer/step, as in reports and scripts. */
  id: string
  at: Path
  offer: string
}

/** Every step with a name, in the order of the visit. */
export function stepsOf(document: unknown): PlacedStep[] {
  const offers = record(valueAt(document, ['ui_config', 'offers']))
  const inOrder = list(valueAt(document, ['offer_order'])).filter((key) => typeof key === 'string')
  return [...new Set([...inOrder, ...Object.keys(offers)])].flatMap((offer) =>
    list(record(offers[offer])['steps']).flatMap((step, index) => {
      const { name } = record(step)
      const at: Path = ['ui_config', 'offers', offer, 'steps', index]
      return typeof name === 'string' ? { id: `${offer}/${name}`, at, offer } : []
    }),
  )
}

/** True if a visitor leaves a step by pressing a button. Hidden steps are never pressed. */
export function goesOn(step: unknown): boolean {
  const isButton = ({ type, submit }: Record<string, unknown>) => type === 'submit' || submit === true
  return elementsOf(step).some(isButton)
}
