import type { TextDocument } from 'vscode-languageserver-textdocument'
import { openText } from '../../author/complete/openText.ts'

/** True if a document is a flow or the start of one, judging by a part that only flows have, by its schema, or by its name while it is
 *  empty. */
export function isFlow(file: TextDocument): boolean {
  const { document } = openText(file.getText())
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return document === undefined && isNamedFlow(file)
  const schema = (document as Record<string, unknown>)['$schema']
  if (typeof schema === 'string') return schema.endsWith('flow.schema.json')
  const keys = Object.keys(document)
  return keys.length === 0 ? isNamedFlow(file) : keys.some((key) => PARTS.has(key))
}

function isNamedFlow({ uri }: TextDocument): boolean {
  return uri.endsWith('/flow.json')
}

const PARTS: ReadonlySet<string> = new Set(['constants_config', 'ui_config', 'offer_order'])
