import { COMPLETION } from './completionWords.ts'
import { namesFor } from './flowNames.ts'
import { mentionAt } from './mentions.ts'
import { openText, tokenAt } from './openText.ts'
import { declaredAt, meaningIn, type Shape } from './shapes.ts'

export interface Hover {
  /** Span in the text that it describes. */
  from: number
  to: number
  /** Description in paragraphs. */
  about: string[]
}

/** Description of what is at `offset`: for a name, its use in this flow; for a key or a word, the schema's text. */
export function hoverAt(text: string, offset: number, schema: Shape): Hover | null {
  const open = openText(text)
  const found = tokenAt(open, offset)
  if (!found) return null
  const [{ document }, { node, at, isKey }] = [open, found]
  const token = { from: node.offset, to: node.offset + node.length }
  const mention = mentionAt(text, offset)
  if (mention) {
    const { naming, name, from, to } = mention
    const known = namesFor(naming, { document, schema, at }).find((one) => one.name === name)
    // For an unknown name, the problem says more.
    if (known) return { from, to, about: [known.about] }
  }
  const declared = declaredAt(schema, document, at).flatMap((shape) => [shape, ...(shape.anyOf ?? [])])
  const chosen = declared.filter((shape) => !isKey && shape.const === node.value)
  const descriptions = (chosen.length > 0 ? chosen : declared).flatMap(({ description }) => description ?? [])
  if (isKey) return descriptions.length > 0 ? { ...token, about: [...new Set(descriptions)] } : null
  const meanings = descriptions.map((words) => meaningIn(words, String(node.value)) ?? words)
  return meanings.length > 0 ? { ...token, about: [...new Set(meanings)].map(COMPLETION.meaning) } : null
}
