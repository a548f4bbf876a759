import { isUtf8 } from 'node:buffer'
import type { Site } from '../../../schemas/flow/flow.ts'
import { WITH_FORM } from '../../../schemas/flow/site.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { inWords } from '../../flow/inWords.ts'
import { brokenPlaceholder, placeholders } from '../../flow/placeholders.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'
import { SITE_PROBLEMS } from '../kernel/siteProblems.ts'
import { LEGAL_MARKUP, placeholderInTag, refusedIn } from '../kernel/markup.ts'
import { instead } from '../kernel/nearest.ts'
import { weightOf } from '../kernel/weights.ts'
import { MOST_BYTES } from './checkSiteFiles.ts'
import { siteFiles } from './namedFiles.ts'

/** Problems in a site's own legal texts, with their place in the file. A file that cannot be read is a problem of the flow, which names
 *  it. */
export function checkLegalTexts(site: Site, beside: (name: string) => Buffer | null): Located[] {
  return siteFiles(site).flatMap(({ file, use, at }): Located[] => {
    const bytes = use === 'legal' ? beside(file) : null
    if (bytes === null || bytes.length > MOST_BYTES.legal || !isUtf8(bytes)) return []
    const text = bytes.toString()
    const { document } = site.footer.find((link) => link.file === file)!
    const fault = faultIn(text, file, WITH_FORM.includes(document))
    if (!fault) return []
    const { index, ...problem } = fault
    return [{ file, ...placeIn(text, index), weight: weightOf(problem), at, ...problem }]
  })
}

type Fault = Pick<Located, 'code' | 'message' | 'hint'> & { index: number }

/** The first fault only: later ones would be guesses. */
function faultIn(text: string, file: string, hasForm: boolean): Fault | undefined {
  const refused = refusedIn(text, LEGAL_MARKUP)
  if (refused)
    return {
      code: 'unsafe_html',
      ...SITE_PROBLEMS.unsafeLegal(file, refused.what, LEGAL_MARKUP.tags.join(', ')),
      index: refused.index,
    }
  const tag = placeholderInTag(text)
  if (tag)
    return {
      code: 'unsafe_placeholder',
      ...DOCUMENT_PROBLEMS.unsafePlaceholder(tag.what),
      index: tag.index,
    }
  const known = ['site', 'product', 'contact', ...(hasForm ? ['form'] : [])]
  const half = brokenPlaceholder(text)
  if (half)
    return {
      code: 'unknown_placeholder',
      message: SITE_PROBLEMS.unknownInLegal(file, half.written),
      hint: SITE_PROBLEMS.legalPlaceholders(inWords(known, 'and')),
      index: half.index,
    }
  const wrong = placeholders(text).find((name) => !known.includes(name))
  if (wrong === undefined) return undefined
  return {
    code: 'unknown_placeholder',
    message: SITE_PROBLEMS.unknownInLegal(file, wrong),
    hint: instead(wrong, known, 'placeholders'),
    index: placeOfName(text, wrong),
  }
}

/** Index of the placeholder with this name. */
function placeOfName(text: string, name: string): number {
  for (const { 1: written = '', index } of text.matchAll(/\{\{([^{}]*)\}\}/g))
    if (written.trim() === name) return index
  return 0
}

function placeIn(text: string, index: number): Pick<Located, 'line' | 'column'> {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
