import { parse, type Container } from 'postcss'

/** Picks from a stylesheet what markup can meet: the rules, in their order, with a selector whose classes and designs all
 *  stand in it. Rules that name none are picked always. */
export function picker(style: string): (markup: string) => string {
  const rules = rulesOf(parse(style))
  return (markup) => {
    const shown = new Set(markup.matchAll(SHOWN).flatMap(([, said = '']) => said.split(' ')))
    return rules
      .filter(({ selectors }) => selectors.some((names) => names.every((name) => shown.has(name))))
      .map(({ css }) => css)
      .join('')
  }
}

interface StyleRule {
  /** As it stands by itself, within the conditions that it stands under. */
  css: string
  /** The names that each of its selectors asks for. */
  selectors: readonly (readonly string[])[]
}

function rulesOf(container: Container, within = (css: string) => css): StyleRule[] {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'rule') return { css: within(node.toString()), selectors: node.selectors.map(namesIn) }
    if (node.type === 'atrule' && (node.name === 'media' || node.name === 'supports'))
      return rulesOf(node, (css) => within(`@${node.name} ${node.params}{${css}}`))
    return node.type === 'comment' ? [] : { css: within(node.toString()), selectors: [[]] }
  })
}

const SHOWN = / (?:class|data-design)="([^"]*)"/g
const NAMED = /(?<=\.|\[data-design=["']?)[a-z][\w-]*/g
/** What an element need not be, or may be one of: it asks for no name. */
const ALTERNATIVES = /:(?:not|is|where)\((?:[^()]|\([^()]*\))*\)/g

function namesIn(selector: string): string[] {
  return selector.replace(ALTERNATIVES, '').match(NAMED) ?? []
}
