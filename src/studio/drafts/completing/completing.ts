import {
  autocompletion,
  pickedCompletion,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import type { Completion } from '../../../author/complete/completeAt.ts'
import { openAssistant } from './assistant.ts'

/** Completions and hovers for a flow's text. */
export function completing(): { extension: Extension; end: () => void } {
  const assistant = openAssistant()

  async function complete(context: CompletionContext): Promise<CompletionResult | null> {
    const { state, pos, explicit } = context
    const found = await assistant.complete(state.doc.toString(), pos)
    if (!found || found.items.length === 0) return null
    const { from, items } = found
    // After a comma or a bracket, Enter means a new line, so the list opens only on request.
    const isBegun = from < pos || /(?:"|\{\{ *)$/.test(state.sliceDoc(Math.max(0, from - 10), from))
    if (!explicit && !isBegun) return null
    // The typed prefix filters them; the rest of the word is replaced as well.
    return { from, options: items.map((item) => optionOf(item, { from, to: pos })), validFor: /^[\w.:$-]*$/ }
  }

  async function hover({ state }: EditorView, pos: number): Promise<Tooltip | null> {
    const found = await assistant.hover(state.doc.toString(), pos)
    return found && { pos: found.from, end: found.to, create: () => ({ dom: paragraphs(found.about) }) }
  }

  return {
    extension: [
      autocompletion({
        override: [complete],
        icons: false,
        // The value of a new key is completed next.
        activateOnCompletion: ({ type }) => type === 'key',
        // Equal matches keep their order, which is by meaning.
        compareCompletions: () => 0,
      }),
      hoverTooltip(hover),
    ],
    end: () => assistant.end(),
  }
}

/** `found` is the span at the time of the request; more may have been typed since. */
function optionOf(
  { label, kind, about, edit, caret }: Completion,
  found: { from: number; to: number },
): Option {
  return {
    label,
    type: kind,
    ...(about !== '' && { info: about }),
    apply(view, option, from, to) {
      const begin = from + edit.from - found.from
      const changes = { from: begin, to: to + edit.to - found.to, insert: edit.text }
      view.dispatch({
        changes,
        selection: { anchor: begin + (caret ?? edit.text.length) },
        userEvent: 'input.complete',
        annotations: pickedCompletion.of(option),
        scrollIntoView: true,
      })
    },
  }
}

function paragraphs(about: readonly string[]): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-about'
  for (const words of about) dom.appendChild(document.createElement('p')).textContent = words
  return dom
}
