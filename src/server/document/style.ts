import {
  generate,
  lexer,
  parse,
  walk,
  type CssNode,
  type Declaration,
  type StyleSheet,
  type WalkContext,
} from 'css-tree'
import { CssSyntaxError, parse as read } from 'postcss'
import type { Located } from '../../../schemas/problem.ts'
import { nearest } from '../../flow/check/nearest.ts'
import { weightOf } from '../../flow/weights.ts'
import { hiddenConsents } from './hiddenConsent.ts'
import { placeOf, type StyleFault } from './styleFault.ts'

/** What is wrong with a stylesheet, where it stands in its own file. Browsers pass over what they cannot read without a
 *  word; what they load from elsewhere tells others who visits; and a consent that is not seen is none. */
export function styleProblems(css: string, name: string): Located[] {
  const faults = syntaxFaults(css)
  const sheet = parse(css, { positions: true, parseCustomProperty: true }) as StyleSheet
  walk(sheet, function (this: WalkContext, node) {
    // What stands in no rule describes a font or the like, in words of its own.
    if (node.type === 'Declaration' && this.rule) faults.push(...declarationFaults(node))
    if (node.type === 'Atrule') faults.push(...atruleFaults(node))
    const address = addressOf(node)
    if (address !== null && isForeign(address)) faults.push(foreign(placeOf(node), address))
  })
  faults.push(...hiddenConsents(sheet))
  return faults
    .map(({ place, ...fault }) => ({ file: name, ...place, weight: weightOf(fault), at: STYLE, ...fault }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

/** The names that css-tree knows; its types leave them out. */
const KNOWN = lexer as typeof lexer & { properties: object; atrules: object }

const STYLE = ['ui_config', 'style']

/** Held against the grammar that our own pages are read by: css-tree takes some nested rules, which browsers know, for
 *  mistakes. */
function syntaxFaults(css: string): StyleFault[] {
  try {
    read(css)
    return []
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    const { line = 1, column = 1, reason } = error
    return [
      {
        place: { line, column },
        code: 'style_syntax',
        message: `The stylesheet cannot be read here: ${reason.toLowerCase()}.`,
        hint: 'Browsers leave out what they cannot read, often more than the one line: correct it.',
      },
    ]
  }
}

function declarationFaults(node: Declaration): StyleFault[] {
  const { property, value } = node
  if (property.startsWith('--')) return []
  const { error } = lexer.matchProperty(property, value)
  if (error?.name === 'SyntaxReferenceError') return unknownProperty(node)
  if (error?.name !== 'SyntaxMatchError') return []
  return [
    {
      place: placeOf(value),
      code: 'style_value',
      message: `"${property}" cannot be "${inShort(generate(value))}", as far as is known.`,
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
 *  alone are nobody's mistake. */
function unknownProperty(node: Declaration): StyleFault[] {
  const { property } = node
  if (/^-[a-z]+-/.test(property)) return []
  const meant = nearest(property, Object.keys(KNOWN.properties))
  const message = `There is no property "${property}".`
  return [
    meant === undefined
      ? {
          place: placeOf(node),
          code: 'style_unknown',
          message,
          hint: 'Remove it, unless browsers have learnt it since.',
        }
      : { place: placeOf(node), code: 'style_misspelt', message, hint: `Did you mean "${meant}"?` },
  ]
}

function atruleFaults(node: Extract<CssNode, { type: 'Atrule' }>): StyleFault[] {
  const { name } = node
  if (name.startsWith('-') || Object.hasOwn(KNOWN.atrules, name)) return []
  return [
    {
      place: placeOf(node),
      code: 'style_unknown',
      message: `There is no "@${name}".`,
      hint: 'Remove it, unless browsers have learnt it since.',
    },
  ]
}

/** The address that a part of a stylesheet loads: of url(), of @import, and of the texts in image-set(). */
function addressOf(node: CssNode): string | null {
  if (node.type === 'Url') return node.value
  // What is no value of a property, such as some custom properties, is not read in parts.
  if (node.type === 'Raw') return /url\(\s*["']?([^"')]*)/i.exec(node.value)?.[1] ?? null
  const holds =
    (node.type === 'Atrule' && node.name.toLowerCase() === 'import') ||
    (node.type === 'Function' && /^(-webkit-)?image-set$|^(src|image)$/i.test(node.name))
  if (!holds) return null
  const within = node.type === 'Atrule' ? node.prelude : node
  let found: string | null = null
  if (within)
    walk(within, (part) => {
      if (part.type === 'String') found ??= part.value
    })
  return found
}

/** Whether it is no part of the stylesheet itself, and not on the site's own host. */
function isForeign(address: string): boolean {
  return /^\s*(\/\/|\\\\|(?!data:)[a-z][a-z0-9+.-]*:)/i.test(address)
}

function foreign(place: StyleFault['place'], address: string): StyleFault {
  return {
    place,
    code: 'style_foreign',
    message: `The stylesheet loads something from elsewhere: ${inShort(address)}.`,
    hint: 'Write small pictures into it as data:; whoever serves the address would be told of every visitor.',
  }
}
