import { parse, type AtRule, type Container, type Declaration, type Root, type Rule } from 'postcss'
import { consentSelector, DEPTH, depthOf } from './consentSelectors.ts'
import { colorOf } from './cssValues.ts'
import { filled } from './resolvedValue.ts'

/** A declaration that paints a part or a container of a consent, or names a color for it. */
interface Paint {
  node: Declaration
  /** Conditions around it; '' if it has none. */
  context: string
  depth: number
}

/** Defaults of all pages: src/visitor/page/visitor.css. Other backgrounds come from a step's design. */
const TEXT = 'var(--muted)'
const GROUNDS = ['var(--page)', 'var(--surface)']

/** Declarations that give a consent the same color as its background, if both are stated plainly. Does not check whether other colors
 *  can be told apart, nor those of `theme`, which comes first. */
export function sameColors(
  sheet: Root,
  theme: string,
  isLeftOut: (rule: Rule) => boolean,
): { node: Declaration; color: string }[] {
  const given = paintsIn(parse(theme), isLeftOut)
  const isOwn = (node: Declaration | undefined) =>
    node !== undefined && given.every((paint) => paint.node !== node)
  const paints = [...given, ...paintsIn(sheet, isLeftOut)]
  const found = new Map<Declaration, string>()
  for (const context of new Set(['', ...paints.map((paint) => paint.context)])) {
    const here = ['', context].flatMap((one) => paints.filter((paint) => paint.context === one))
    const named = new Map(here.map(({ node }) => [node.prop, node]))
    const text = topmost(here, /^color$/i, DEPTH.ofConsent)
    const ground = topmost(here, /^background(-color)?$/i, 0)
    const onDesigns = !ground || ground.depth < DEPTH.ofConsent
    for (const under of new Set([
      ...(ground ? [ground.node.value] : GROUNDS),
      ...(onDesigns ? GROUNDS.slice(1) : []),
    ])) {
      const over = text?.node.value ?? TEXT
      const color = filled(over, named)
      if (!isSame(color, filled(under, named))) continue
      const nodes = [text?.node, named.get(nameIn(over)), ground?.node, named.get(nameIn(under))]
      const node = nodes.find(isOwn)
      if (node) found.set(node, color)
    }
  }
  return Array.from(found, ([node, color]) => ({ node, color }))
}

function paintsIn(sheet: Root, isLeftOut: (rule: Rule) => boolean): Paint[] {
  const paints: Paint[] = []
  sheet.walkDecls(/^(color|background(-color)?|--.*)$/i, (node) => {
    const around = aroundOf(node)
    const rule = around.find((one) => one.type === 'rule') as Rule | undefined
    const selector = rule && !isLeftOut(rule) ? consentSelector(rule) : undefined
    if (!selector || /^(none|transparent|inherit|unset|initial)$/i.test(node.value)) return
    const conditions = around.flatMap((one) =>
      one.type === 'atrule' ? `${(one as AtRule).name} ${(one as AtRule).params}` : [],
    )
    paints.push({ node, context: conditions.join(' '), depth: depthOf(selector) })
  })
  return paints
}

/** Containers around a node, innermost first. */
function aroundOf({ parent }: { parent?: unknown }): Container[] {
  const container = parent as Container | undefined
  return container && container.type !== 'root' ? [container, ...aroundOf(container)] : []
}

/** The declaration that wins among those from a depth on: the deepest, and among equals the last. */
function topmost(paints: readonly Paint[], property: RegExp, from: number): Paint | undefined {
  return paints
    .filter(({ node, depth }) => property.test(node.prop) && depth >= from)
    .reduce<Paint | undefined>((top, paint) => (top && top.depth > paint.depth ? top : paint), undefined)
}

function nameIn(value: string): string {
  return /var\(\s*(--[\w-]+)/.exec(value)?.[1] ?? ''
}

/** Smaller differences of red, green or blue are invisible. */
const UNSEEN = 12

function isSame(text: string, ground: string): boolean {
  if (text === ground || ground === 'currentcolor') return true
  const [one, other] = [colorOf(text), colorOf(ground)]
  // A translucent background shows another one through it.
  if (!one || !other || other[3] < 1) return false
  return [0, 1, 2].every((part) => Math.abs(one[part]! - other[part]!) <= UNSEEN)
}
