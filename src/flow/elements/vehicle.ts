import { FIELD_LABELS } from '../../texts/visitorPage.ts'
import type { Composite } from './kind.ts'

/** Source: spec, section 5 "Vehicle". */
export const vehicle = {
  parts: FIELD_LABELS.vehicle,
  isInRows: true,
} satisfies Composite
