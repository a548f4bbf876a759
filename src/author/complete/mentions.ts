import type { Node } from 'jsonc-parser'
import { BUYER_FIELD } from '../../flow/results.ts'
import { once } from '../../flow/kernel/once.ts'
import type { Edit } from './completeAt.ts'
import type { Path } from './cursor.ts'
import { declaringAt, namingAt, type Naming } from './nameKinds.ts'
import { openText, tokenAt, type OpenText } from './openText.ts'

/** A name in a text, with its position. */
export interface Mention {
  naming: Naming
  name: string
  /** Span within the quotes; both count UTF-16 units. */
  from: number
  to: number
  /** True where the name is declared. */
  declares: boolean
}

/** Every mention of a name in a flow: in rules, lists, and elements, in placeholders of its texts and their translations, and in its
 *  declaration. */
export function mentionsIn(open: OpenText): readonly Mention[] {
  return allMentions(open)
}

const allMentions = once((open: OpenText): readonly Mention[] => {
  const found: Mention[] = []
  const walk = (node: Node, at: Path): void => {
    if (node.type === 'array') return node.children?.forEach((child, index) => walk(child, [...at, index]))
    if (node.type === 'string') return void found.push(...mentionsOf(open, node, at, false))
    for (const { children: [key, value] = [] } of node.type === 'object' ? (node.children ?? []) : []) {
      if (!key) continue
      const place = [...at, String(key.value)]
      found.push(...mentionsOf(open, key, place, true))
      if (value) walk(value, place)
    }
  }
  if (open.root) walk(open.root, [])
  return found
})

function mentionsOf({ text, document }: OpenText, node: Node, at: Path, isKey: boolean): Mention[] {
  const value = String(node.value)
  const [from, to] = [node.offset + 1, node.offset + node.length - 1]
  const whole = { name: value, from, to }
  const declared = declaringAt(document, at, isKey)
  if (declared) return [{ ...whole, naming: declared, declares: true }]
  const naming = isKey ? null : namingAt(document, at)
  if (naming?.kind === 'field' && value.startsWith(BUYER_FIELD)) {
    const name = value.slice(BUYER_FIELD.length)
    return [{ naming: { kind: 'buyer' }, name, from: to - name.length, to, declares: false }]
  }
  if (naming) return [{ ...whole, naming, declares: false }]
  return Array.from(
    text.slice(from, to).matchAll(/\{\{ *field:(\w+) *\}\}/g),
    ({ 0: written, 1: name, index }) => {
      const start = from + index + written.indexOf(':') + 1
      return {
        naming: { kind: 'field' },
        name: name!,
        from: start,
        to: start + name!.length,
        declares: false,
      }
    },
  )
}

/** Mention at `offset`; undefined if it has none. */
export function mentionAt(text: string, offset: number): Mention | undefined {
  const open = openText(text)
  const token = tokenAt(open, offset)
  if (token?.node.type !== 'string') return undefined
  const inToken = mentionsOf(open, token.node, token.at, token.isKey)
  return inToken.find(({ from, to }) => from <= offset && offset <= to)
}

/** Every mention of the name at `offset`. */
export function mentionsAt(text: string, offset: number): Mention[] {
  const mention = mentionAt(text, offset)
  return mention ? mentionsNaming(text, mention) : []
}

/** Declarations of the name at `offset`. */
export function definitionsAt(text: string, offset: number): Mention[] {
  return mentionsAt(text, offset).filter(({ declares }) => declares)
}

/** Edits that rename the field or question at `offset` throughout the flow; null if that is impossible. */
export function renameAt(text: string, offset: number, name: string): Edit[] | null {
  const mention = mentionAt(text, offset)
  const renamed = mention && renaming(text, mention, name)
  return Array.isArray(renamed) ? renamed : null
}

/** Reason for not renaming: only fields and questions can be renamed, the new name is not valid, or it is taken. */
export type NotRenamed = 'not_renamed' | 'no_name' | 'taken'

/** Edits that rename a field or a question throughout the flow. */
export function renaming(text: string, named: Named, name: string): Edit[] | NotRenamed {
  if (!RENAMED.has(named.naming.kind)) return 'not_renamed'
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) return 'no_name'
  if (name !== named.name && mentionsNaming(text, { ...named, name }).length > 0) return 'taken'
  return mentionsNaming(text, named).map(({ from, to }) => ({ from, to, text: name }))
}

/** Offers, steps, and buyers are also named outside the flow, in reports and settings. */
const RENAMED: ReadonlySet<string> = new Set(['field', 'question'])

/** A name and its kind. */
export type Named = Pick<Mention, 'naming' | 'name'>

/** Every mention of the name. */
export function mentionsNaming(text: string, { naming, name }: Named): Mention[] {
  return mentionsIn(openText(text)).filter(
    (other) =>
      other.name === name && other.naming.kind === naming.kind && withinOf(other.naming) === withinOf(naming),
  )
}

function withinOf(naming: Naming): string | undefined {
  return 'of' in naming ? naming.of : undefined
}
