import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { textsWithout } from '../../flow/languages/textsWithout.ts'
import type { Path } from './cursor.ts'
import { record, valueAt } from './shapes.ts'

/** Texts without a translation into a language, in the order of the document; empty for the document's own language. `begun`, the key
 *  being written, hides none. The document may be incomplete. */
export function textsToSay(document: unknown, language: string, begun: Path[number] | undefined): string[] {
  const languages = record(valueAt(document, ['ui_config', 'languages']))
  if (language === (languages['default'] ?? 'en')) return []
  const { [String(begun)]: _, ...words } = record(languages[language])
  const config = { ...record(valueAt(document, ['ui_config'])), languages: { [language]: words } }
  const flow = { ...record(document), ui_config: config } as unknown as Flow
  return textsWithout(flow, language as Language).map(({ text }) => text)
}
