import type { Path } from '../../../author/complete/cursor.ts'

/** Requested edit of the whole flow, in a dialog. */
export type WholeEdit = { what: 'remove'; step: Path } | { what: 'rename'; field: string | undefined }

/** List of steps of the offer that a place is in, and the index of the step; null outside offers. */
export function stepsAround(at: Path): { steps: Path; index: number | null } | null {
  if (at[0] !== 'ui_config' || at[1] !== 'offers' || at[2] === undefined) return null
  const index = at[3] === 'steps' ? at[4] : undefined
  return { steps: [...at.slice(0, 3), 'steps'], index: typeof index === 'number' ? index : null }
}
