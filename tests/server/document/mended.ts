import type { Located } from '../../../schemas/author/problem.ts'

/** The text after a problem’s fix was applied. */
export function mended(text: string, fix: NonNullable<Located['fix']>): string {
  const lines = text.split('\n')
  const wrong = lines[fix.line - 1]!
  lines[fix.line - 1] = wrong.slice(0, fix.column - 1) + fix.text + wrong.slice(fix.end_column - 1)
  return lines.join('\n')
}
