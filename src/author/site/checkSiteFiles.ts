import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import type { Site } from '../../../schemas/flow/flow.ts'
import { WITH_FORM } from '../../../schemas/flow/site.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { placeholders } from '../../flow/placeholders.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'
import { SITE_PROBLEMS } from '../kernel/siteProblems.ts'
import { pictureHeader } from '../pictures/pictureHeader.ts'
import { IS_KIND } from '../kernel/fileKinds.ts'
import { lettersOf } from './fontLetters.ts'
import { siteFiles, type FileUse, type SiteFile } from './namedFiles.ts'

/** Checks the files beside a flow file that its site names. `words` is all text that visitors read. */
export function checkSiteFiles(
  site: Site,
  { beside, words }: { beside: (name: string) => Buffer | null; words: string },
): Problem[] {
  return siteFiles(site).flatMap((named): Problem[] => {
    const { file, use, at } = named
    const bytes = beside(file)
    const faults =
      bytes === null
        ? [{ code: 'file_missing', ...SITE_PROBLEMS.fileMissing(file) }]
        : bytes.length > MOST_BYTES[use]
          ? [{ code: 'file_too_large', ...DOCUMENT_PROBLEMS.tooLarge(file, MOST_BYTES[use] / 1024) }]
          : FAULTS[use](named, { bytes, words, site })
    return faults.map((fault) => ({ ...fault, at }))
  })
}

/** Size limits. All files except documents delay the page or a link preview, and some services accept no larger ones. */
export const MOST_BYTES: Record<FileUse, number> = {
  logo: 64 * 1024,
  font: 100 * 1024,
  share: 1024 * 1024,
  legal: 256 * 1024,
}

type Fault = Omit<Problem, 'at'>
type Given = { bytes: Buffer; words: string; site: Site }

const FAULTS: Record<FileUse, (file: SiteFile, given: Given) => Fault[]> = {
  logo: broken,
  font: (named, given) => {
    const faults = broken(named, given)
    return faults.length > 0 ? faults : letterFaults(named.file, given)
  },
  share: (named, given) => {
    const faults = broken(named, given)
    return faults.length > 0 ? faults : sizeFaults(named.file, given.bytes)
  },
  legal: legalFaults,
}

function broken({ file }: SiteFile, { bytes }: Given): Fault[] {
  const kind = extname(file).slice(1) as keyof typeof IS_KIND
  return IS_KIND[kind](bytes) ? [] : [{ code: 'file_broken', ...SITE_PROBLEMS.fileBroken(file, kind) }]
}

/** Smaller pictures give previews without a picture or with a small one. Source: Open Graph’s readers, Facebook "Images in Link Shares". */
const [LEAST_WIDTH, LEAST_HEIGHT] = [600, 315]

function sizeFaults(file: string, bytes: Buffer): Fault[] {
  const header = pictureHeader(bytes)
  if (!header) return [{ code: 'file_broken', ...SITE_PROBLEMS.fileBroken(file, extname(file).slice(1)) }]
  const { width, height } = header
  if (width >= LEAST_WIDTH && height >= LEAST_HEIGHT) return []
  return [{ code: 'picture_small', ...SITE_PROBLEMS.pictureSmall(file, width, height) }]
}

/** Number of letters that are read at a glance. */
const SHOWN_LETTERS = 8

function letterFaults(file: string, { bytes, words }: Given): Fault[] {
  const has = lettersOf(bytes)
  if (!has) return [{ code: 'file_broken', ...SITE_PROBLEMS.fileBroken(file, 'woff2') }]
  const letters = [...new Set(words.replace(/[\s\p{C}]/gu, ''))]
  const lacking = letters.filter((letter) => !has(letter.codePointAt(0)!)).sort()
  if (lacking.length === 0) return []
  const shown = lacking.slice(0, SHOWN_LETTERS).join(' ')
  return [{ code: 'font_lacks', ...SITE_PROBLEMS.fontLacks(file, lacking.length, shown) }]
}

function legalFaults({ file }: SiteFile, { bytes, site }: Given): Fault[] {
  if (!isUtf8(bytes)) return [{ code: 'file_broken', ...DOCUMENT_PROBLEMS.styleBroken(file) }]
  const { document } = site.footer.find((link) => link.file === file)!
  return WITH_FORM.includes(document) && !placeholders(bytes.toString()).includes('form')
    ? [{ code: 'form_missing', ...SITE_PROBLEMS.formMissing(file, document) }]
    : []
}
