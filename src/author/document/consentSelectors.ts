import { generate, ident, parse, type Selector } from 'css-tree'
import type { AtRule, Rule } from 'postcss'

/** Parts and containers of a consent, outermost first: widgets/Consent.tsx, src/visitor/step/StepForm.tsx. Paint on one covers those
 *  before it. */
const DEPTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    html: 0,
    ':root': 0,
    body: 1,
    '#root': 2,
    main: 3,
    '.stage': 3,
    form: 4,
    section: 4,
    '.step': 4,
    div: 5,
    '.elements': 5,
    '.group': 5,
    '.consent': 6,
    p: 7,
    ul: 7,
    li: 7,
    label: 7,
    span: 7,
    a: 7,
    '*': 7,
  }),
)
const CONSENT_DEPTH = 6
const TEXT_DEPTH = 7

/** Values that an attribute may have on a consent or its containers; null for any. */
const ATTRIBUTES: Record<string, string[] | null> = {
  class: ['stage', 'step', 'elements', 'group', 'consent'],
  'data-tf-element-role': ['consent-language', 'consent-advertiser-name'],
  'data-design': null,
  'data-step': null,
  id: ['root'],
}

/** The first selector of a rule that can match a consent's text or a container of it; undefined if it has none. Outer rules must match
 *  it as well. */
export function consentSelector(rule: Rule): Selector | undefined {
  return isOutside(rule) ? undefined : selectorsIn(rule.selector).find(meetsConsent)
}

/** The same for content drawn before or after it. */
export function besideConsent(rule: Rule): Selector | undefined {
  if (isOutside(rule)) return undefined
  return selectorsIn(rule.selector).find((selector) => {
    const own = generate(selector).replace(/::?(before|after)$/i, '')
    return own !== generate(selector) && selectorsIn(own || '*').some(meetsConsent)
  })
}

/** True if an outer rule matches no consent. */
function isOutside(rule: Rule): boolean {
  for (let outer = rule.parent; outer && outer.type !== 'root'; outer = outer.parent) {
    if (outer.type === 'rule' && !consentSelector(outer as Rule)) return true
    if (outer.type === 'atrule' && !isScope(outer as AtRule)) return true
  }
  return false
}

/** Depth at which a rule that matches a consent is painted, from 0 for the whole page to TEXT for its text. */
export function depthOf(selector: Selector): number {
  const parts = selector.children.toArray()
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const names = last.flatMap((part) => {
    if (part.type === 'TypeSelector') return part.name.toLowerCase()
    if (part.type === 'ClassSelector') return `.${part.name}`
    if (part.type === 'IdSelector') return `#${part.name}`
    if (part.type === 'PseudoClassSelector') return `:${part.name}`
    return part.type === 'AttributeSelector' && part.name.name === 'data-tf-element-role' ? 'p' : []
  })
  return Math.max(...names.map((name) => DEPTHS.get(name) ?? 0), 0)
}

export const DEPTH = { ofPage: 1, ofConsent: CONSENT_DEPTH, ofText: TEXT_DEPTH }

/** True for at-rules that can contain a consent. Only @scope limits a rule to a part of the page. */
function isScope({ name, params }: AtRule): boolean {
  if (name.toLowerCase() !== 'scope') return true
  const from = /^\s*\(([^)]*)\)/.exec(params)?.[1]
  return from === undefined || selectorsIn(from).some(meetsConsent)
}

function selectorsIn(text: string): Selector[] {
  try {
    const list = parse(text, { context: 'selectorList' })
    return list.type === 'SelectorList'
      ? list.children.toArray().flatMap((one) => (one.type === 'Selector' ? one : []))
      : []
  } catch {
    return []
  }
}

/** True if every name in a selector can belong to a consent's text or to a container of it. */
function meetsConsent(selector: Selector): boolean {
  const parts = selector.children.toArray()
  return parts.every((part) => {
    if (part.type === 'TypeSelector') return DEPTHS.has(part.name.toLowerCase())
    if (part.type === 'ClassSelector') return DEPTHS.has(`.${ident.decode(part.name)}`)
    if (part.type === 'IdSelector') return DEPTHS.has(`#${part.name}`)
    if (part.type === 'AttributeSelector') return meetsAttribute(part)
    if (part.type === 'PseudoClassSelector') return meetsPseudoClass(part, isOfText(selector))
    if (part.type === 'PseudoElementSelector') return part.name === 'first-line'
    return part.type === 'Combinator' || part.type === 'NestingSelector'
  })
}

function isOfText(selector: Selector): boolean {
  const [last] = selector.children
    .toArray()
    .filter(({ type }) => type === 'TypeSelector')
    .slice(-1)
  return (
    last?.type === 'TypeSelector' && last.name !== '*' && DEPTHS.get(last.name.toLowerCase()) === TEXT_DEPTH
  )
}

type Part<T extends string> = Extract<ReturnType<Selector['children']['toArray']>[number], { type: T }>

function meetsAttribute({ name, matcher, value }: Part<'AttributeSelector'>): boolean {
  if (!Object.hasOwn(ATTRIBUTES, name.name)) return false
  const known = ATTRIBUTES[name.name]
  if (!known || value === null) return true
  const wanted = value.type === 'String' ? value.value : ident.decode(value.name)
  if (matcher === '^=') return known.some((one) => one.startsWith(wanted))
  if (matcher === '$=') return known.some((one) => one.endsWith(wanted))
  if (matcher === '*=') return known.some((one) => one.includes(wanted))
  return known.includes(wanted)
}

/** True if a pseudo-class can match a consent; one match among its selectors is enough. :not() of a text excludes it; :not() of a
 *  container may refer to another container. */
function meetsPseudoClass({ name, children }: Part<'PseudoClassSelector'>, isOfText: boolean): boolean {
  if (NEVER_OF_CONSENT.includes(name)) return false
  if (!['is', 'where', 'matches', 'not'].includes(name)) return true
  const selectors = (children?.toArray() ?? []).flatMap((list) =>
    list.type === 'SelectorList'
      ? list.children.toArray().flatMap((one) => (one.type === 'Selector' ? one : []))
      : [],
  )
  return name === 'not' ? !(isOfText && selectors.some(holdsOfText)) : selectors.some(meetsConsent)
}

function holdsOfText(selector: Selector): boolean {
  const [first] = selector.children.toArray()
  return meetsConsent(selector) || (first?.type === 'AttributeSelector' && first.name.name === 'href')
}

const NEVER_OF_CONSENT = ['before', 'after', 'empty', 'disabled', 'checked', 'invalid', 'placeholder-shown']
