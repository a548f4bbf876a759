import { generate } from 'css-tree'
import type { AtRule, ChildNode, Container, Declaration, Root, Rule } from 'postcss'
import { besideConsent, consentSelector } from './consentSelectors.ts'
import { sameColors } from './consentColors.ts'
import { filled } from './resolvedValue.ts'
import { covers, hides } from './hidingValues.ts'
import { placeOf, type StyleFault } from './styleFault.ts'
import { STYLE_PROBLEMS } from '../../texts/author/styleProblems.ts'

/** Rules that can match a consent's text and would keep people from reading it. Print-only rules are ignored. `theme` has the custom
 *  properties that come first. */
export function hiddenConsents(sheet: Root, theme = ''): StyleFault[] {
  const values = customValues(sheet)
  const away = hidingFrames(sheet, values)
  const faults: StyleFault[] = []
  sheet.walk((node) => {
    if (node.type !== 'rule' && node.type !== 'atrule') return
    const rule = ruleOf(node)
    if (!rule || isForPaper(node)) return
    const selector = consentSelector(rule)
    const found = selector && hidingIn(node, { values, away })
    if (found) faults.push(hidden(found, STYLE_PROBLEMS.hides(generate(selector), found.prop, found.value)))
    const cover = besideConsent(rule)
    const content = cover && coverIn(node, values)
    if (content) faults.push(hidden(content, STYLE_PROBLEMS.covers(generate(cover))))
  })
  const colors = sameColors(sheet, theme, isForPaper).map(({ node, color }) =>
    hidden(node, STYLE_PROBLEMS.sameColor(color)),
  )
  return [...faults, ...colors]
}

function hidden(node: Declaration, words: string): StyleFault {
  return {
    place: placeOf(node),
    code: 'hidden_consent',
    ...STYLE_PROBLEMS.hiddenConsent(words),
  }
}

/** The rule that a node belongs to: itself, or the one around it. */
function ruleOf(node: ChildNode | Container): Rule | undefined {
  if (node.type === 'rule') return node as Rule
  const { parent } = node
  return !parent || parent.type === 'root' ? undefined : ruleOf(parent as Container)
}

function isForPaper(node: ChildNode | Container): boolean {
  if (node.type === 'atrule' && isPrint(node as AtRule)) return true
  const { parent } = node
  return parent !== undefined && parent.type !== 'root' && isForPaper(parent as Container)
}

function isPrint({ name, params }: AtRule): boolean {
  return (
    name.toLowerCase() === 'media' && params.split(',').every((one) => /^\s*(only\s+)?print\b/i.test(one))
  )
}

interface Sheet {
  /** Custom properties by name. */
  values: ReadonlyMap<string, Declaration>
  /** Animations that end with their element hidden. */
  away: ReadonlySet<string>
}

/** Declaration that makes the ::before or ::after box cover its element. */
function coverIn({ nodes = [] }: Container, values: Sheet['values']): Declaration | undefined {
  const declarations = declarationsIn(nodes)
  const content = declarations.find(({ prop }) => prop.toLowerCase() === 'content')
  return content && covers(valuesOf(declarations, values)) ? content : undefined
}

function declarationsIn(nodes: readonly ChildNode[]): Declaration[] {
  return nodes.flatMap((node) => (node.type === 'decl' ? node : []))
}

function valuesOf(declarations: readonly Declaration[], values: Sheet['values']): Map<string, string> {
  return new Map(declarations.map((node) => [node.prop.toLowerCase(), filled(node.value, values)]))
}

/** The first declaration directly in a rule that hides its element. */
function hidingIn({ nodes = [] }: Container, { values, away }: Sheet): Declaration | undefined {
  const declarations = declarationsIn(nodes)
  const all = valuesOf(declarations, values)
  return declarations.find((node) => {
    const property = node.prop.toLowerCase()
    const value = filled(node.value, values)
    if (/^animation(-name)?$/.test(property)) return value.split(/[\s,]+/).some((word) => away.has(word))
    return hides(property, value, all)
  })
}

function customValues(sheet: Root): Map<string, Declaration> {
  const values = new Map<string, Declaration>()
  sheet.walkDecls(/^--/, (node) => void values.set(node.prop, node))
  return values
}

function hidingFrames(sheet: Root, values: Sheet['values']): Set<string> {
  const names = new Set<string>()
  sheet.walkAtRules(/keyframes$/i, ({ nodes = [], params }) => {
    for (const frame of nodes)
      if (frame.type === 'rule' && /(^|[\s,])(to|100%)\s*(,|$)/i.test(frame.selector))
        if (hidingIn(frame, { values, away: new Set() })) names.add(params.trim().toLowerCase())
  })
  return names
}
