import { generate } from 'css-tree'
import type { ChildNode, Container, Declaration, Root, Rule } from 'postcss'
import { faintConsents } from './consentColors.ts'
import { covers, isAllowed } from './consentProperties.ts'
import { besideConsent, consentSelector, isOfContainer } from './consentSelectors.ts'
import { customValues, valuesOf, type CustomValues } from './resolvedValue.ts'
import { placeOf, type StyleFault } from './styleFault.ts'
import { STYLE_PROBLEMS } from './styleProblems.ts'

/** Rules that can reach a consent, or draw over it, and set what could hide it. Rules for print are ignored. `theme` has the custom
 *  properties that come first. */
export function hiddenConsents(sheet: Root, theme = ''): StyleFault[] {
  const custom = customValues(sheet)
  const frames = lastFrames(sheet)
  const faults: StyleFault[] = []
  sheet.walk((node) => {
    if (node.type !== 'rule' && node.type !== 'atrule') return
    const selector = consentSelector(node)
    const hiding = selector && hidingIn(node, { custom, frames, isContainer: isOfContainer(selector) })
    if (hiding)
      faults.push(fault(hiding, STYLE_PROBLEMS.hides(generate(selector), hiding.prop, hiding.value)))
    const beside = besideConsent(node)
    const [first, ...more] = beside ? declarationsIn(node) : []
    if (
      first &&
      covers(
        new Map([first, ...more].map(({ prop, value }) => [prop.toLowerCase(), valuesOf(value, custom)])),
      )
    )
      faults.push(fault(first, STYLE_PROBLEMS.covers(generate(beside!))))
  })
  const faint = faintConsents(sheet, theme)
  return [
    ...faults,
    ...faint.map(({ node, color, ground }) => fault(node, STYLE_PROBLEMS.faint(color, ground))),
  ]
}

function fault(node: Declaration, words: Pick<StyleFault, 'message' | 'hint'>): StyleFault {
  return { place: placeOf(node), code: 'hidden_consent', ...words }
}

interface Reach {
  custom: CustomValues
  /** Last frames of each animation, by name. */
  frames: ReadonlyMap<string, readonly Rule[]>
  isContainer: boolean
}

/** The first declaration directly in a rule that isn't allowed there. Custom properties are judged where they are used. */
function hidingIn(rule: Container, reach: Reach): Declaration | undefined {
  const declarations = declarationsIn(rule)
  const beside = new Set(declarations.map(({ prop }) => prop.toLowerCase()))
  return declarations.find(({ prop, value }) => {
    const property = prop.toLowerCase()
    if (property.startsWith('--')) return false
    const isAnimation = /^(-webkit-)?animation(-name)?$/.test(property)
    return !valuesOf(value, reach.custom).every((one) =>
      isAnimation ? endsInSight(one, reach) : isAllowed(property, one, { beside, ...reach }),
    )
  })
}

/** Longest animation, in seconds. */
const MAX_S = 5

/** True if an animation runs forward, comes to an end soon, and leaves its element in sight. */
function endsInSight(value: string, reach: Reach): boolean {
  const words = value.replace(/\([^()]*\)/g, '').split(/[\s,]+/)
  return words.every((word) => {
    const [, number, unit] = /^(-?[\d.]+)(m?s)?$/.exec(word) ?? []
    if (number !== undefined)
      return unit ? Number(number) / (unit === 'ms' ? 1000 : 1) <= MAX_S : Number.isInteger(Number(number))
    if (/^(infinite|paused|reverse|alternate|alternate-reverse|\*)$/.test(word)) return false
    return (reach.frames.get(word) ?? []).every((frame) => !hidingIn(frame, { ...reach, frames: new Map() }))
  })
}

function lastFrames(sheet: Root): Reach['frames'] {
  const frames = new Map<string, Rule[]>()
  sheet.walkAtRules(/keyframes$/i, ({ nodes = [], params }) => {
    const name = params.trim().toLowerCase()
    const last = nodes.filter(
      (frame): frame is Rule => frame.type === 'rule' && /(^|[\s,])(to|100%)\s*(,|$)/i.test(frame.selector),
    )
    frames.set(name, [...(frames.get(name) ?? []), ...last])
  })
  return frames
}

function declarationsIn({ nodes = [] }: Container): Declaration[] {
  return nodes.filter((node: ChildNode) => node.type === 'decl')
}
