import type { RareName } from '../src/flow/elements/rare.ts'
import { Slider } from './Slider.tsx'

/** The widgets of elements that few sites show. The compiler names one that is missing. */
export const RARE_WIDGETS = { slider: Slider } satisfies Record<RareName, unknown>
