import { parse, type Container } from 'postcss'

/** Picks the rules of a stylesheet that markup can use, in their order. A rule is used if it has a selector whose classes are all in the
 *  markup's class attributes, whose other names occur as words, and whose attributes occur with their values. A name that occurs as
 *  something else only costs some bytes. Names that the markup's scripts add occur in those scripts. */
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
  /** CSS of the rule alone, inside its conditions. */
  css: string
  /** Requirements of each selector: classes with their dot, other names, and attributes as written in markup. */
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
/** Pseudo-classes about what an element isn't, may be, or where it is among its siblings; they require no name. */
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
