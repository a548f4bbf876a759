import type { Composite } from './kind.ts'

export const injuryMonth = { parts: { year: 'Year', month: 'Month' }, isInRows: true } satisfies Composite
