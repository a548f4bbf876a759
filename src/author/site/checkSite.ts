import { DOCUMENTS } from '../../../schemas/flow/site.ts'
import { WITH_BANNER } from '../../../schemas/flow/template.ts'
import type { Site } from '../../../schemas/flow/site.ts'
import { PRODUCT_FONTS } from '../../../schemas/flow/theme.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { SITE_PROBLEMS } from '../kernel/siteProblems.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { SITE } from '../kernel/siteTexts.ts'

/** Checks that a site's settings have a visible effect, that its links lead somewhere, each to its own document, and that its fonts are
 *  used. */
export function checkSite({ site, template, steps }: ValidParts): Problem[] {
  if (!site) return []
  const { banner, footer, promise, landing } = site
  const hidden: Problem[] =
    banner !== undefined && template !== null && !WITH_BANNER.includes(template)
      ? [
          {
            code: 'banner_not_shown',
            at: [...SITE, 'banner'],
            ...SITE_PROBLEMS.bannerNotShown(template, WITH_BANNER),
          },
        ]
      : []
  const doubled: Problem[] =
    promise !== undefined && landing
      ? [{ code: 'promise_and_landing', at: [...SITE, 'promise'], ...SITE_PROBLEMS.promiseAndLanding }]
      : []
  const links = footer.flatMap(({ document, file }, index): Problem[] => {
    const at = [...SITE, 'footer', index, 'document']
    const known = Object.keys(DOCUMENTS)
    if (!known.includes(document) && file === undefined)
      return [
        {
          code: 'unknown_document',
          at,
          message: SITE_PROBLEMS.unknownDocument(document),
          ...corrected(document, known, 'documents'),
        },
      ]
    const first = footer.findIndex((link) => link.document === document)
    return first < index ? [{ code: 'document_twice', at, ...SITE_PROBLEMS.documentTwice(document) }] : []
  })
  const { fonts = [], headline = '', body = '' } = site.theme ?? {}
  const named = `${headline}, ${body}`.split(/, */).map((name) => name.replaceAll("'", ''))
  const wrongFonts = fonts.flatMap(({ family, file }, index): Problem[] => {
    const at = [...SITE, 'theme', 'fonts', index, 'family']
    const known = Object.keys(PRODUCT_FONTS)
    if (file === undefined && !known.includes(family))
      return [
        {
          code: 'unknown_font',
          at,
          message: SITE_PROBLEMS.unknownFont(family),
          ...corrected(family, known, 'fonts'),
        },
      ]
    return named.includes(family) ? [] : [{ code: 'unused_font', at, ...SITE_PROBLEMS.fontUnused(family) }]
  })
  return [...hidden, ...doubled, ...links, ...wrongFonts, ...checkCompany(site, steps)]
}

/** Checks that a company answers for a site that sells leads. */
function checkCompany({ company }: Site, steps: ValidParts['steps']): Problem[] {
  const sells = steps.some(({ value }) => value?.execute_actions?.some(({ name }) => name === 'send_lead'))
  return sells && !company ? [{ code: 'company_missing', at: SITE, ...SITE_PROBLEMS.companyMissing }] : []
}
