import type { ElementOf } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { exact, onScale } from '../../flow/elements/slider.ts'
import { WIDGET_PROBLEMS } from './widgetProblems.ts'
import { passes } from './typed.ts'
import { ONE_VALUE, type Authoring } from './authoring.ts'

type Slider = ElementOf<'slider'>

export const sliderAuthoring: Authoring<Slider> = {
  fitting: ['required', 'min', 'max', 'not_before', 'not_after'],
  isTyped: false,
  check: checkScale,
  /** Tries only numbers next to those in comparisons on a large scale, as no rule tells the others apart. */
  answering({ element, required, fields }, { args }) {
    const { field } = fields[0]!
    const { min, max, step = 1, start = (min + max) / 2, validations } = element
    const bounds = validations.local.flatMap(({ arg }) => arg ?? [])
    const numbers = [...args(field), ...bounds].map(Number).filter(Number.isFinite)
    const around = numbers.flatMap((number) => [number, number - step, number + step])
    const values = [start, min, max, ...around]
      .map((number) => String(onScale(element, number)))
      .filter((value) => validations.local.every((check) => passes(check, value)))
    return { ...ONE_VALUE, required, element, field, values: [...new Set(values)] }
  },
  invent: ({ between }, _, { element }) => {
    const { min, max, step = 1 } = element
    return String(onScale(element, min + between(0, Math.round((max - min) / step)) * step))
  },
}

/** Checks that both ends and the start are numbers on the scale. */
function checkScale(element: Slider, at: Problem['at']): Problem[] {
  const { min, max, step = 1, start } = element
  if (min >= max) return [{ code: 'slider_scale', at: [...at, 'max'], ...WIDGET_PROBLEMS.noScale(min, max) }]
  const isOn = (number: number) => Number.isInteger(exact((number - min) / step))
  if (!isOn(max)) {
    const [below, above] = [Math.floor, Math.ceil].map((round) =>
      exact(min + round((max - min) / step) * step),
    )
    return [
      {
        code: 'slider_scale',
        at: [...at, 'max'],
        ...WIDGET_PROBLEMS.offScale({ max, min, step, below, above }),
      },
    ]
  }
  if ((max - min) / step > MOST_STEPS)
    return [{ code: 'slider_scale', at: [...at, 'step'], ...WIDGET_PROBLEMS.tooFine(MOST_STEPS) }]
  if (start === undefined || (start >= min && start <= max && isOn(start))) return []
  return [
    {
      code: 'slider_scale',
      at: [...at, 'start'],
      ...WIDGET_PROBLEMS.offStart(start, onScale(element, start)),
    },
  ]
}

/** More steps than pixels on a wide screen cannot be distinguished. */
const MOST_STEPS = 2000
