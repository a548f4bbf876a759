import type { Site } from '../../../schemas/flow/flow.ts'
import type { Path } from '../kernel/validParts.ts'
import { SITE } from '../kernel/siteTexts.ts'

/** Purpose of a file beside the flow file. */
export type FileUse = 'logo' | 'font' | 'share' | 'legal'

export interface SiteFile {
  file: string
  use: FileUse
  /** Path that names it. */
  at: Path
}

/** Files that a site names, in its order, without its icons and stylesheet. */
export function siteFiles({ logo, company, share, theme, footer }: Site): SiteFile[] {
  return [
    ...(logo ? [{ file: logo.file, use: 'logo' as const, at: [...SITE, 'logo', 'file'] }] : []),
    ...(company?.mark
      ? [{ file: company.mark.file, use: 'logo' as const, at: [...SITE, 'company', 'mark', 'file'] }]
      : []),
    ...footer.flatMap(({ file }, index) =>
      file === undefined ? [] : [{ file, use: 'legal' as const, at: [...SITE, 'footer', index, 'file'] }],
    ),
    ...(share ? [{ file: share.picture, use: 'share' as const, at: [...SITE, 'share', 'picture'] }] : []),
    ...(theme?.fonts ?? []).flatMap(({ file }, index) =>
      file === undefined
        ? []
        : [{ file, use: 'font' as const, at: [...SITE, 'theme', 'fonts', index, 'file'] }],
    ),
  ]
}
