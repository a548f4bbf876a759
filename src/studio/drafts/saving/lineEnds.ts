import type { Draft } from '../../../../schemas/studio/drafts.ts'
import type { DraftCalls } from '../../parts/draftCalls.ts'

interface Kept {
  draft: Draft
  calls: Pick<DraftCalls, 'read' | 'save' | 'saveFile'>
}

/** A draft and its calls as the editor needs them, whose lines end with LF. A text whose lines end with CRLF is saved with CRLF. */
export function withLineEnds({ draft, calls }: Kept): Kept {
  let isCrlf = false
  const forEditor = (read: Draft): Draft => {
    isCrlf = /^[^\n]*\r\n/.test(read.text)
    return { ...read, text: read.text.replaceAll('\r\n', '\n') }
  }
  return {
    draft: forEditor(draft),
    calls: {
      read: async (path, signal) => forEditor(await calls.read(path, signal)),
      save: (saved) =>
        calls.save({ ...saved, text: isCrlf ? saved.text.replaceAll('\n', '\r\n') : saved.text }),
      saveFile: calls.saveFile,
    },
  }
}
