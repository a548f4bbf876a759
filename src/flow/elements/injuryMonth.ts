import { FIELD_LABELS } from '../../texts/visitorPage.ts'
import type { Composite } from './kind.ts'

export const injuryMonth = { parts: FIELD_LABELS.injury_date, isInRows: true } satisfies Composite
