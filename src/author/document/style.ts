import { ident, lexer, parse as parseCss } from 'css-tree'
import { CssSyntaxError, parse, type AtRule, type Declaration, type Root, type Rule } from 'postcss'
import type { Located } from '../../../schemas/problem.ts'
import { nearest } from '../nearest.ts'
import { weightOf } from '../weights.ts'
import { hiddenConsents } from './hiddenConsent.ts'
import { placeOf, valuePlace, writtenValue, type StyleFault } from './styleFault.ts'

/** What is wrong with a stylesheet, where it stands in its own file. Browsers pass over what they cannot read without a
 *  word; what they load from elsewhere tells others who visits; and a consent that is not seen is none. */
export function styleProblems(css: string, name: string): Located[] {
  return faultsOf(css)
    .map(({ place, ...fault }) => ({ file: name, ...place, weight: weightOf(fault), at: STYLE, ...fault }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

const STYLE = ['ui_config', 'style']

/** What cannot be read is the only fault that is told: all else that follows from it would be guessed. */
function faultsOf(css: string): StyleFault[] {
  const sheet = read(css)
  if ('code' in sheet) return [sheet]
  const faults: StyleFault[] = []
  sheet.walk((node) => {
    if (node.type === 'decl') faults.push(...declarationFaults(node), ...addressFaults(node))
    if (node.type === 'rule') faults.push(...selectorFaults(node))
    if (node.type === 'atrule') faults.push(...atruleFaults(node))
  })
  return [...faults, ...hiddenConsents(sheet)]
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

/** What the parser says, and what that means. */
const SYNTAX: [begins: string, says: string, does: string][] = [
  ['Unclosed block', 'This { is not closed.', 'Add the } that ends its rule.'],
  ['Unclosed comment', 'This comment is not closed.', 'Add */ at its end.'],
  ['Unclosed string', 'This text in quotes is not closed.', 'Add the closing quote.'],
  ['Unclosed quote', 'This text in quotes is not closed.', 'Add the closing quote.'],
  ['Unclosed bracket', 'This ( is not closed.', 'Add the ) that belongs to it.'],
  ['Unexpected }', 'This } closes nothing.', 'Remove it, or add the { that it belongs to.'],
  ['Double colon', 'Two colons stand where one does.', 'End the line before with a semicolon.'],
  [
    'Unknown word',
    'This is neither a rule nor a declaration.',
    'Write selector { property: value; }, and comments as /* ... */.',
  ],
]

function unreadable(place: StyleFault['place'], says: string, does: string): StyleFault {
  const message = `The stylesheet cannot be read here. ${says}`
  return {
    place,
    code: 'style_syntax',
    message,
    hint: `${does} Browsers leave out what they cannot read, often more than the one line.`,
  }
}

/** The names that css-tree knows; its types leave them out. */
const KNOWN = lexer as typeof lexer & {
  properties: object
  atrules: Record<string, { descriptors: object | null } | undefined>
}

function declarationFaults(node: Declaration): StyleFault[] {
  const { prop: property, parent } = node
  if (property.startsWith('--')) return []
  // Signs before a name, as old browsers were addressed by, and a semicolon too many are nobody's mistake.
  const before = (node.raws.before ?? '').replace(/\/\*[^]*?\*\/|[\s;*_]/g, '')
  if (before !== '' || !/^[a-z-]/i.test(property))
    return [unreadable(placeOf(node), 'A declaration is property: value;, without quotes.', MEND)]
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
          ? `"${property}" has no value.`
          : `"${property}" cannot be "${inShort(value)}", as far as is known.`,
      hint: 'Correct it, unless browsers have learnt it since.',
    },
  ]
}

/** As much of a value as is read at a glance. */
const SHORT = 60

function inShort(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text
}

/** A slip of a property that there is stops a publish; another may be newer than what is known here. Those of one browser
 *  alone are nobody's mistake, nor are the properties of a page within @page. */
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
  const message = `There is no ${what}.`
  return meant === undefined
    ? { place, code: 'style_unknown', message, hint: 'Remove it, unless browsers have learnt it since.' }
    : { place, code: 'style_misspelt', message, hint: `Did you mean "${meant}"?` }
}

function selectorFaults(node: Rule): StyleFault[] {
  const { parent, selector } = node
  if (parent?.type === 'atrule' && /keyframes$/i.test((parent as AtRule).name)) return []
  try {
    const list = parseCss(selector, { context: 'selectorList' })
    const ends = list.type === 'SelectorList' && list.children.toArray().some(endsOpen)
    if (selector !== '' && !ends) return []
  } catch {
    // What is wrong with it is said below.
  }
  const says =
    selector === '' ? 'This { has no selector before it.' : `"${inShort(selector)}" is no selector.`
  return [unreadable(placeOf(node), says, 'Write what the rule is for, such as .consent or h1.')]
}

/** ".a >" names nothing. */
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
    const says = `"${inShort(node.params)}" cannot stand after @${name}.`
    return [unreadable(placeOf(node), says, MEND)]
  }
}

/** The addresses that a value loads: of url(), and the texts in image-set() and its like. */
const ADDRESSES = /\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')]*))/gi
const TEXTS = /"([^"]*)"|'([^']*)'/g
const TAKES_TEXTS = /\b(image-set|image|src)\(/i

/** A custom property may be filled into anything: where something takes addresses in quotes, its texts may be such. */
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
      message: 'A page loads no fonts, this one neither.',
      hint: 'Name fonts that devices have, such as system-ui, Georgia or sans-serif.',
    }
  return /^(data:|#|\/|$)/i.test(address) || address.includes('var(') ? null : notLoaded(address)
}

function importFault({ params }: AtRule): Omit<StyleFault, 'place'> {
  const address = /^\s*(?:url\()?\s*["']?([^"')\s]*)/i.exec(params)?.[1] ?? ''
  return isForeign(address)
    ? foreign(address)
    : { ...notLoaded(address), hint: 'Copy what stands there into this stylesheet.' }
}

/** Whether it is no part of the stylesheet itself, and not on the site's own host. Browsers take a backslash for a slash. */
function isForeign(address: string): boolean {
  const plain = address.replace(/[\t\n\r]/g, '').replaceAll('\\', '/')
  return /^\s*(\/\/|(?!data:)[a-z][a-z0-9+.-]*:)/i.test(plain)
}

function foreign(address: string): Omit<StyleFault, 'place'> {
  return {
    code: 'style_foreign',
    message: `The stylesheet loads something from elsewhere: ${inShort(address)}.`,
    hint: 'Write small pictures into it as data:; whoever serves the address would learn of every visitor.',
  }
}

function notLoaded(address: string): Omit<StyleFault, 'place'> {
  return {
    code: 'style_not_loaded',
    message: `"${inShort(address)}" is not published with the stylesheet.`,
    hint: 'Write small pictures into it as data:, or give an address of this host that begins with /.',
  }
}
