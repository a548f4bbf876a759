import type { TextLine } from '../../../author/edit/textLines.ts'
import { RENAME } from './renameScreen.ts'

/** Lines of a text, with the first one in full. */
export function TextLines({ lines }: { lines: readonly TextLine[] }) {
  return (
    <ul className="text-lines">
      {lines.slice(0, MOST_LINES).map(({ line, words }) => (
        <li key={line}>
          {RENAME.line(line)} <code>{words}</code>
        </li>
      ))}
      {lines.length > MOST_LINES && <li>{RENAME.more(lines.length - MOST_LINES)}</li>}
    </ul>
  )
}

const MOST_LINES = 8
