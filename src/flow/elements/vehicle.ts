import type { Composite } from './kind.ts'

/** Source: spec, section 5 "Vehicle". */
export const vehicle = {
  parts: { year: 'Car Year', make: 'Car Make', model: 'Car Model' },
  isInRows: true,
} satisfies Composite
