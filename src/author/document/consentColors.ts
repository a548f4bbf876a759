import { parse, type AtRule, type Container, type Declaration, type Root } from 'postcss'
import { contrast } from '../site/contrast.ts'
import { colorOf } from './consentProperties.ts'
import { CONSENT_DEPTH, consentSelector, containersOf, depthOf } from './consentSelectors.ts'
import { valuesOf } from './resolvedValue.ts'

/** A declaration that paints a part or a container of a consent, or names a color for it. */
interface Paint {
  node: Declaration
  /** Conditions around it; '' if it has none. */
  context: string
  depth: number
}

/** Defaults of all pages: src/visitor/page/visitor.css. Other backgrounds come from a step's design. */
const TEXT = 'var(--muted)'
const [PAGE, SURFACE] = ['var(--page)', 'var(--surface)']

/** Minimum contrast of text. Source: WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5

interface Faint {
  node: Declaration
  color: string
  ground: string
}

/** Declarations that give a consent too little contrast with its background, if both are stated plainly. Doesn't judge those of `theme`,
 *  which comes first. */
export function faintConsents(sheet: Root, theme: string): Faint[] {
  const own = new Set<Declaration>()
  sheet.walkDecls((node) => void own.add(node))
  const paints = [parse(theme), sheet].flatMap(paintsIn)
  const found = new Map<Declaration, Faint>()
  for (const context of new Set(['', ...paints.map((paint) => paint.context)])) {
    const here = ['', context].flatMap((one) => paints.filter((paint) => paint.context === one))
    const named = new Map(here.map(({ node }) => [node.prop, node]))
    const custom = new Map(Array.from(named, ([name, { value }]) => [name, [value]]))
    const text = topmost(here, /^color$/i, CONSENT_DEPTH)
    const ground = topmost(here, /^background(-color)?$/i, 0)
    const under = [ground?.node.value ?? PAGE, ...(ground && ground.depth >= CONSENT_DEPTH ? [] : [SURFACE])]
    for (const pair of under.map((one) => [text?.node.value ?? TEXT, one])) {
      const [color = '', behind = ''] = pair.flatMap((one) => valuesOf(one, custom).slice(0, 1))
      if (!isFaint(color, behind)) continue
      const [ofText, ofGround] = pair.map((one) => named.get(/var\(\s*(--[\w-]+)/.exec(one)?.[1] ?? ''))
      const node = [text?.node, ofText, ground?.node, ofGround].find((one) => one && own.has(one))
      if (node) found.set(node, { node, color, ground: behind })
    }
  }
  return [...found.values()]
}

function paintsIn(sheet: Root): Paint[] {
  const paints: Paint[] = []
  sheet.walkDecls(/^(color|background(-color)?|--.*)$/i, (node) => {
    const selector = consentSelector(node.parent as Container)
    if (!selector || /^(none|transparent|inherit|unset|initial)$/i.test(node.value)) return
    const conditions = containersOf(node.parent as Container).filter(
      ({ type }) => type === 'atrule',
    ) as AtRule[]
    const context = conditions.map(({ name, params }) => `${name} ${params}`).join(' ')
    paints.push({ node, context, depth: depthOf(selector) })
  })
  return paints
}

/** The declaration that wins among those from a depth on: the deepest, and among equals the last. */
function topmost(paints: readonly Paint[], property: RegExp, from: number): Paint | undefined {
  return paints
    .filter(({ node, depth }) => property.test(node.prop) && depth >= from)
    .reduce<Paint | undefined>((top, paint) => (top && top.depth > paint.depth ? top : paint), undefined)
}

function isFaint(text: string, ground: string): boolean {
  const [one, other] = [colorOf(text), colorOf(ground)]
  if (!one || !other) return text === ground
  // A translucent color shows another one through it.
  return one.alpha() === 1 && other.alpha() === 1 && contrast(one.toHex(), other.toHex()) < MIN_CONTRAST
}
