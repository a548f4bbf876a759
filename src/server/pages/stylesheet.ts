import { parse, type Container } from 'postcss'

/** Picks from a stylesheet what markup can meet: the rules, in their order, with a selector whose classes all stand in its
 *  class attributes, whose other names stand in it as words, and whose attributes stand in it with their values. A name that
 *  stands there as something else costs some bytes. What scripts of the markup add stands in them. */
export function picker(style: string): (markup: string) => string {
  const rules = rulesOf(parse(style))
  return (markup) => {
    const words = new Set(['html', ...(markup.match(WORD) ?? [])])
    for (const [, names = ''] of markup.matchAll(CLASSES))
      for (const name of names.split(' ')) words.add(`.${name}`)
    const stands = (asked: string) => (asked.includes('=') ? markup.includes(asked) : words.has(asked))
    return rules
      .filter(({ selectors }) => selectors.some((asked) => asked.every(stands)))
      .map(({ css }) => css)
      .join('')
  }
}

interface StyleRule {
  /** As it stands by itself, within the conditions that it stands under. */
  css: string
  /** What each of its selectors asks for: classes with their dot, other names, and attributes as they stand in markup. */
  selectors: readonly (readonly string[])[]
}

function rulesOf(container: Container, within = (css: string) => css): StyleRule[] {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'rule') return { css: within(node.toString()), selectors: node.selectors.map(askedBy) }
    if (node.type === 'atrule' && (node.name === 'media' || node.name === 'supports'))
      return rulesOf(node, (css) => within(`@${node.name} ${node.params}{${css}}`))
    return node.type === 'comment' ? [] : { css: within(node.toString()), selectors: [[]] }
  })
}

const WORD = /[\w-]+/g
const CLASSES = /\bclass="([^"]*)"/g
/** What an element need not be, or may be one of, and which of its siblings it is: that asks for no name. */
const NOT_ASKED = /:(?:not|is|where|nth-[a-z-]+)\((?:[^()]|\([^()]*\))*\)/g
const ATTRIBUTE = /\[([\w-]+)(?:(.?)=["']?([^"'\]]*)["']?)?\]/g
const NAME = /\.[a-z][\w-]*|(?<=#|^|[\s>+~(])[a-z][\w-]*/g

function askedBy(selector: string): string[] {
  const asked = selector.replace(NOT_ASKED, '')
  return [
    ...asked
      .matchAll(ATTRIBUTE)
      .map(([, name, operator, value]) => (operator === '' ? `${name}="${value}"` : name!)),
    ...(asked.replace(ATTRIBUTE, '').match(NAME) ?? []),
  ]
}
