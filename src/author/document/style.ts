import { ident, lexer, parse as parseCss } from 'css-tree'
import { CssSyntaxError, parse, type AtRule, type Declaration, type Root, type Rule } from 'postcss'
import type { Located } from '../../../schemas/author/problem.ts'
import { THEME_PROPERTIES, type Theme } from '../../../schemas/flow/theme.ts'
import { nearest } from '../kernel/nearest.ts'
import { themeCss } from '../site/themeCss.ts'
import { weightOf } from '../kernel/weights.ts'
import { hiddenConsents } from './hiddenConsent.ts'
import { placeOf, valuePlace, writtenValue, type StyleFault } from './styleFault.ts'
import { STYLE_PROBLEMS } from './styleProblems.ts'
import { SUGGESTIONS } from '../kernel/suggestions.ts'

/** Problems of a stylesheet, with their place in its file. Browsers silently skip what they cannot read, files from other hosts tell
 *  them who visits, and a hidden consent is not a consent. `theme` is the flow's, with properties that come first; null if the flow does
 *  not set one, undefined for a stylesheet without a flow. */
export function styleProblems(css: string, name: string, theme?: Theme | null): Located[] {
  return faultsOf(css, theme)
    .map(({ place, ...fault }) => ({ file: name, ...place, weight: weightOf(fault), at: STYLE, ...fault }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

const STYLE = ['ui_config', 'style']

/** A syntax error is the only fault reported, as everything after it would be a guess. */
function faultsOf(css: string, theme?: Theme | null): StyleFault[] {
  const sheet = read(css)
  if ('code' in sheet) return [sheet]
  const faults: StyleFault[] = []
  sheet.walk((node) => {
    if (node.type === 'decl') faults.push(...declarationFaults(node), ...addressFaults(node))
    if (node.type === 'rule') faults.push(...selectorFaults(node))
    if (node.type === 'atrule') faults.push(...atruleFaults(node))
    if (node.type === 'decl' && theme !== undefined) faults.push(...themeFaults(node))
  })
  return [...faults, ...hiddenConsents(sheet, theme === undefined ? '' : themeCss(theme ?? {}))]
}

function read(css: string): Root | StyleFault {
  try {
    return parse(css)
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    const { line = 1, column = 1, reason } = error
    const [, says, does] = SYNTAX.find(([begins]) => reason.startsWith(begins)) ?? ['', `${reason}.`, MEND]
    return unreadable({ line, column }, says, does)
  }
}

const MEND = 'Correct it.'

/** Messages of the parser, and their meaning. */
const SYNTAX: [begins: string, says: string, does: string][] = [
  ['Unclosed block', STYLE_PROBLEMS.ruleOpen, STYLE_PROBLEMS.ruleOpenDo],
  ['Unclosed comment', STYLE_PROBLEMS.commentOpen, STYLE_PROBLEMS.commentOpenDo],
  ['Unclosed string', STYLE_PROBLEMS.textOpen, STYLE_PROBLEMS.textOpenDo],
  ['Unclosed quote', STYLE_PROBLEMS.textOpen, STYLE_PROBLEMS.textOpenDo],
  ['Unclosed bracket', STYLE_PROBLEMS.bracketOpen, STYLE_PROBLEMS.bracketOpenDo],
  ['Unexpected }', STYLE_PROBLEMS.closesNothing, STYLE_PROBLEMS.closesNothingDo],
  ['Double colon', STYLE_PROBLEMS.twoColons, STYLE_PROBLEMS.twoColonsDo],
  ['Unknown word', STYLE_PROBLEMS.neither, STYLE_PROBLEMS.neitherDo],
]

function unreadable(place: StyleFault['place'], says: string, does: string): StyleFault {
  const message = STYLE_PROBLEMS.unreadable(says)
  return {
    place,
    code: 'style_syntax',
    message,
    hint: STYLE_PROBLEMS.unreadableDo(does),
  }
}

/** Names that css-tree knows; its types leave them out. */
const KNOWN = lexer as typeof lexer & {
  properties: object
  atrules: Record<string, { descriptors: object | null } | undefined>
}

function declarationFaults(node: Declaration): StyleFault[] {
  const { prop: property, parent } = node
  if (property.startsWith('--')) return []
  // Old browser hacks before a name, and extra semicolons, are not reported.
  const before = (node.raws.before ?? '').replace(/\/\*[^]*?\*\/|[\s;*_]/g, '')
  if (before !== '' || !/^[a-z-]/i.test(property))
    return [unreadable(placeOf(node), STYLE_PROBLEMS.declaration, MEND)]
  const owner = parent?.type === 'atrule' ? (parent as AtRule).name.toLowerCase() : undefined
  const descriptors = owner === undefined ? undefined : KNOWN.atrules[owner]?.descriptors
  const { value } = node
  const { error } = descriptors
    ? lexer.matchAtruleDescriptor(owner!, property, value)
    : lexer.matchProperty(property, value)
  if (error?.name === 'SyntaxReferenceError') return unknownProperty(node, Object.keys(descriptors ?? {}))
  if (error?.name !== 'SyntaxMatchError') return []
  return [
    {
      place: valuePlace(node),
      code: 'style_value',
      message:
        value === ''
          ? STYLE_PROBLEMS.noValue(property)
          : STYLE_PROBLEMS.unknownValue(property, inShort(value)),
      hint: STYLE_PROBLEMS.correctUnlessNew,
    },
  ]
}

/** The theme's properties are checked in the theme; set here for the whole page, they would be unchecked. */
function themeFaults(node: Declaration): StyleFault[] {
  const { parent, prop } = node
  const isWholePage =
    parent?.type === 'rule' && (parent as Rule).selectors.some((one) => /^(:root|html|body|\*)$/i.test(one))
  if (!isWholePage || !THEME_PROPERTIES.includes(prop)) return []
  return [
    {
      place: placeOf(node),
      code: 'style_theme',
      ...STYLE_PROBLEMS.theme(prop, prop.slice(2).replaceAll('-', '_').replace('shadow_1', 'shadow')),
    },
  ]
}

/** Length of a value that is read at a glance. */
const SHORT = 60

function inShort(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text
}

/** Misspelling a known property blocks publishing; others may be newer than our list. Vendor prefixes and the page properties in @page
 *  are not reported. */
function unknownProperty(node: Declaration, descriptors: string[]): StyleFault[] {
  const { prop: property } = node
  const properties = Object.keys(KNOWN.properties)
  if (/^-[a-z]+-/.test(property) || properties.includes(property.toLowerCase())) return []
  return [
    unknown(placeOf(node), {
      what: `property "${property}"`,
      meant: nearest(property, [...descriptors, ...properties]),
    }),
  ]
}

function unknown(
  place: StyleFault['place'],
  { what, meant }: { what: string; meant?: string | undefined },
): StyleFault {
  const message = STYLE_PROBLEMS.unknown(what)
  return meant === undefined
    ? { place, code: 'style_unknown', message, hint: STYLE_PROBLEMS.removeUnlessNew }
    : { place, code: 'style_misspelt', message, hint: SUGGESTIONS.meant(meant) }
}

function selectorFaults(node: Rule): StyleFault[] {
  const { parent, selector } = node
  if (parent?.type === 'atrule' && /keyframes$/i.test((parent as AtRule).name)) return []
  try {
    const list = parseCss(selector, { context: 'selectorList' })
    const ends = list.type === 'SelectorList' && list.children.toArray().some(endsOpen)
    if (selector !== '' && !ends) return []
  } catch {
    // Faults inside it are reported below.
  }
  const says = selector === '' ? STYLE_PROBLEMS.noSelector : STYLE_PROBLEMS.badSelector(inShort(selector))
  return [unreadable(placeOf(node), says, STYLE_PROBLEMS.badSelectorDo)]
}

/** True for an incomplete selector, such as ".a >". */
function endsOpen(selector: ReturnType<typeof parseCss>): boolean {
  return selector.type === 'Selector' && selector.children.last?.type === 'Combinator'
}

function atruleFaults(node: AtRule): StyleFault[] {
  const name = node.name.toLowerCase()
  if (name === 'import') return [{ place: placeOf(node), ...importFault(node) }]
  if (name.startsWith('-')) return []
  if (!Object.hasOwn(KNOWN.atrules, name)) {
    const meant = nearest(name, Object.keys(KNOWN.atrules))
    return [unknown(placeOf(node), { what: `"@${node.name}"`, meant: meant && `@${meant}` })]
  }
  try {
    parseCss(node.params, { context: 'atrulePrelude', atrule: name })
    return []
  } catch {
    const says = STYLE_PROBLEMS.badPrelude(inShort(node.params), name)
    return [unreadable(placeOf(node), says, MEND)]
  }
}

/** Addresses that a value loads, in url() and in texts of image-set() and similar functions. */
const ADDRESSES = /\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')]*))/gi
const TEXTS = /"([^"]*)"|'([^']*)'/g
const TAKES_TEXTS = /\b(image-set|image|src)\(/i

/** A custom property may be used anywhere: if the stylesheet uses a function with quoted addresses, its texts may be addresses. */
function addressFaults(node: Declaration): StyleFault[] {
  const written = writtenValue(node)
  const value = written.includes('\\') ? ident.decode(written) : written
  const takesTexts = TAKES_TEXTS.test(node.prop.startsWith('--') ? node.root().toString() : value)
  const found = [...value.matchAll(ADDRESSES), ...(takesTexts ? value.matchAll(TEXTS) : [])]
  const seen = new Set<string>()
  return found.flatMap(({ 1: double, 2: single, 3: bare, index }) => {
    const address = (double ?? single ?? bare ?? '').trim()
    const fault = seen.has(address) ? null : loadFault(node, address)
    seen.add(address)
    return fault ? [{ place: valuePlace(node, value === written ? index : 0), ...fault }] : []
  })
}

function loadFault({ parent }: Declaration, address: string): Omit<StyleFault, 'place'> | null {
  if (isForeign(address)) return foreign(address)
  if (parent?.type === 'atrule' && (parent as AtRule).name.toLowerCase() === 'font-face')
    return {
      code: 'style_not_loaded',
      ...STYLE_PROBLEMS.fontNotLoaded,
    }
  return /^(data:|#|\/|$)/i.test(address) || address.includes('var(') ? null : notLoaded(address)
}

function importFault({ params }: AtRule): Omit<StyleFault, 'place'> {
  const address = /^\s*(?:url\()?\s*["']?([^"')\s]*)/i.exec(params)?.[1] ?? ''
  return isForeign(address) ? foreign(address) : { ...notLoaded(address), hint: STYLE_PROBLEMS.copyImport }
}

/** True for an address that is not part of the stylesheet and not on the site's own host. Browsers read a backslash as a slash. */
function isForeign(address: string): boolean {
  const plain = address.replace(/[\t\n\r]/g, '').replaceAll('\\', '/')
  return /^\s*(\/\/|(?!data:)[a-z][a-z0-9+.-]*:)/i.test(plain)
}

function foreign(address: string): Omit<StyleFault, 'place'> {
  return {
    code: 'style_foreign',
    ...STYLE_PROBLEMS.foreign(inShort(address)),
  }
}

function notLoaded(address: string): Omit<StyleFault, 'place'> {
  return {
    code: 'style_not_loaded',
    ...STYLE_PROBLEMS.notPublished(inShort(address)),
  }
}
