import type { Site } from '../../schemas/flow/flow.ts'

/** Picture in the head of a site's pages. */
export function logoOf({ logo }: Site): NonNullable<Site['logo']> {
  return logo ?? ICON
}

const ICON = { file: 'icon.svg', width: 28, height: 28 }
