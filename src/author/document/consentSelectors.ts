import { generate, ident, parse, type Selector } from 'css-tree'
import type { AtRule, Container, Rule } from 'postcss'

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
    '[data-design]': 4,
    '[data-step]': 4,
    ':not': 4,
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
    '[data-tf-element-role]': 7,
    '*': 7,
  }),
)
/** Depth from which on an element can hold the words of a consent. */
const BOX_DEPTH = 5
export const CONSENT_DEPTH = 6
const TEXT_DEPTH = 7

/** Values that an attribute may have on a consent or its containers; null for any. */
const ATTRIBUTES: Record<string, string[] | null> = {
  class: ['stage', 'step', 'elements', 'group', 'consent'],
  'data-tf-element-role': ['consent-language', 'consent-advertiser-name'],
  'data-design': null,
  'data-step': null,
  id: ['root'],
}

/** The first selector of the rule around a declaration that can match a consent's text or a container of it. Undefined if there is none,
 *  or if a rule further out matches no consent. `node` directly contains the declaration. */
export function consentSelector(node: Container): Selector | undefined {
  return selectorAround(node, meetsConsent)
}

/** The same for content drawn before or after it. */
export function besideConsent(node: Container): Selector | undefined {
  return selectorAround(node, (selector) => {
    const own = generate(selector).replace(/::?(before|after)$/i, '')
    return own !== generate(selector) && selectorsIn(own || '*').some(meetsConsent)
  })
}

function selectorAround(node: Container, fits: (selector: Selector) => boolean): Selector | undefined {
  const around = containersOf(node)
  const rule = around.find(({ type }) => type === 'rule') as Rule | undefined
  const isReached = around.every((one) => one === rule || reachesConsent(one))
  return rule && isReached ? selectorsIn(rule.selector).find(fits) : undefined
}

/** A container and those around it, innermost first. */
export function containersOf(node: Container): Container[] {
  return node.type === 'root' ? [] : [node, ...(node.parent ? containersOf(node.parent as Container) : [])]
}

/** True if something in a rule or at-rule can concern a consent on screen. */
function reachesConsent(node: Container): boolean {
  if (node.type === 'rule') return selectorsIn((node as Rule).selector).some(meetsConsent)
  const { name, params } = node as AtRule
  if (name.toLowerCase() === 'media')
    return !params.split(',').every((one) => /^\s*(only\s+)?print\b/i.test(one))
  const from = name.toLowerCase() === 'scope' ? /^\s*\(([^)]*)\)/.exec(params)?.[1] : undefined
  return from === undefined || selectorsIn(from).some(meetsConsent)
}

/** Depth at which a rule that matches a consent is painted. */
export function depthOf(selector: Selector): number {
  return Math.max(...namesOf(selector).map((name) => DEPTHS.get(name) ?? 0), 0)
}

/** True if a rule that matches a consent only matches containers of it, as far as its last names tell. */
export function isOfContainer(selector: Selector): boolean {
  const names = namesOf(selector)
  return names.length > 0 && names.every((name) => (DEPTHS.get(name) ?? TEXT_DEPTH) < BOX_DEPTH)
}

/** Names of the elements that a selector matches. */
function namesOf(selector: Selector): string[] {
  const parts = selector.children.toArray()
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  return last.flatMap((part) => {
    if (part.type === 'TypeSelector') return part.name.toLowerCase()
    if (part.type === 'ClassSelector') return `.${part.name}`
    if (part.type === 'IdSelector') return `#${part.name}`
    if (part.type === 'PseudoClassSelector')
      return part.name === 'root' || part.children ? `:${part.name}` : []
    return part.type === 'AttributeSelector' ? `[${part.name.name}]` : []
  })
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
