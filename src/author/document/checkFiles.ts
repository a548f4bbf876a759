import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { Flow, FlowDocument, Site } from '../../../schemas/flow/flow.ts'
import type { Located, Problem } from '../../../schemas/author/problem.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { ICON_KINDS, ICONS } from './iconFiles.ts'
import { checkLegalTexts } from '../site/checkLegalTexts.ts'
import { checkSiteFiles } from '../site/checkSiteFiles.ts'
import { shownWords } from '../site/shownWords.ts'
import { styleProblems } from './style.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'

/** Reads the file of this name beside the flow file; null if it does not exist. */
export type Beside = (name: string) => Buffer | null

export function besides(flowFile: string): Beside {
  return (name) => {
    const file = join(dirname(flowFile), name)
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null
  }
}

/** Wraps `beside` to add each file read to `files`. */
export function remembering(beside: Beside, files: Map<string, Buffer>): Beside {
  return (name) => {
    const bytes = files.get(name) ?? beside(name)
    if (bytes !== null) files.set(name, bytes)
    return bytes
  }
}

/** Checks the files that must be beside a flow file. `broken` lists the paths where the document does not conform. */
export function checkFiles(document: unknown, broken: readonly Problem['at'][], beside: Beside): Problem[] {
  const style = validText(document, broken, 'style')
  const site = validSite(document, broken)
  const hasIcons = validText(document, broken, 'favicon') !== null
  return [
    ...(style === null ? [] : styleFaults(`${style}.css`, beside)).map((fault) => ({
      ...fault,
      at: ['ui_config', 'style'],
    })),
    ...(site ? checkSiteFiles(site, { beside, words: shownWords(document as Flow) }) : []),
    ...(hasIcons ? iconFaults(beside) : []).map((fault) => ({ ...fault, at: ['ui_config', 'favicon'] })),
  ]
}

/** Checks the text files that a flow names: its stylesheet, and its legal texts in every language of the flow. */
export function checkTexts(document: unknown, broken: readonly Problem['at'][], beside: Beside): Located[] {
  const legal = readings(document, broken).flatMap((reading) => {
    const site = validSite(reading, broken)
    return site ? checkLegalTexts(site, beside) : []
  })
  const once = new Map(legal.map((problem) => [problem.file, problem]))
  return [...checkStyle(document, broken, beside), ...once.values()]
}

/** The flow in each of its languages; unchanged if it does not conform. */
function readings(document: unknown, broken: readonly Problem['at'][]): unknown[] {
  if (broken.length > 0) return [document]
  const flow = document as Flow
  return languagesOf(flow).map((language) => inLanguage(flow, language))
}

/** Problems of the stylesheet; empty without a readable one. */
function checkStyle(document: unknown, broken: readonly Problem['at'][], beside: Beside): Located[] {
  const style = validText(document, broken, 'style')
  const name = `${style}.css`
  const bytes = style === null || styleFaults(name, beside).length > 0 ? null : beside(name)
  // Some editors pad a file with NUL characters, which are invisible and have no meaning.
  return bytes === null
    ? []
    : styleProblems(bytes.toString().replaceAll('\0', ' '), name, validSite(document, broken)?.theme ?? null)
}

type Fault = Omit<Problem, 'at'>

/** The stylesheet is part of every page and in memory for each version in use. Those of the demo sites have 3 KB. */
const STYLE_BYTES = 256 * 1024

function styleFaults(name: string, beside: Beside): Fault[] {
  const style = beside(name)
  if (style === null)
    return [
      {
        code: 'style_missing',
        ...DOCUMENT_PROBLEMS.styleMissing(name),
      },
    ]
  if (style.length > STYLE_BYTES) return [tooLarge('style_too_large', name, STYLE_BYTES)]
  if (isUtf8(style)) return []
  return [{ code: 'style_broken', ...DOCUMENT_PROBLEMS.styleBroken(name) }]
}

/** The largest usual icon, a favicon.ico with uncompressed pictures of up to 256 px, has 370 KB. Each is in memory for each version in
 *  use. */
const ICON_BYTES = 512 * 1024

function iconFaults(beside: Beside): Fault[] {
  const missing = ICONS.filter((name) => beside(name) === null)
  const unfit = ICONS.flatMap((name) => iconFault(name, beside(name)) ?? [])
  if (missing.length === 0) return unfit
  const lacks = {
    code: 'icon_missing',
    ...DOCUMENT_PROBLEMS.iconMissing(missing.join(', '), ICONS.join(', ')),
  }
  return [lacks, ...unfit]
}

function iconFault(name: string, icon: Buffer | null): Fault | undefined {
  if (icon === null) return undefined
  if (icon.length > ICON_BYTES) return tooLarge('icon_too_large', name, ICON_BYTES)
  if (ICON_KINDS[name]?.(icon)) return undefined
  const kind = extname(name).slice(1).toUpperCase()
  return {
    code: 'icon_broken',
    ...DOCUMENT_PROBLEMS.iconBroken(name, kind),
  }
}

function tooLarge(code: string, name: string, most: number): Fault {
  return { code, ...DOCUMENT_PROBLEMS.tooLarge(name, most / 1024) }
}

/** The flow's site; null if it has a mistake of its own. */
function validSite(document: unknown, broken: readonly Problem['at'][]): Site | null {
  const place = ['ui_config', 'site']
  if (broken.some((at) => place.every((part, index) => (at[index] ?? part) === part))) return null
  return (document as Partial<FlowDocument>).ui_config?.site ?? null
}

/** A text of ui_config; null if it, or something around it, has a mistake of its own. */
function validText(document: unknown, broken: readonly Problem['at'][], key: string): string | null {
  const place = ['ui_config', key]
  if (broken.some((at) => at.every((part, index) => part === place[index]))) return null
  const value = (document as { ui_config?: Record<string, unknown> }).ui_config?.[key]
  return typeof value === 'string' ? value : null
}
