import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Appearance of a flow as text, wherever it is shown. `nonce` is for its <style> elements. */
export function jsonText(nonce: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    lineNumbers(),
    json(),
    syntaxHighlighting(COLORS),
    LOOKS,
  ]
}

/** Base theme of the editor's own panels and tooltips. */
export const scheme = new Compartment()
export const inScheme = (isDark: boolean) => EditorView.darkTheme.of(isDark)

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-value)' },
])

const LOOKS = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--mantine-color-body)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '20px',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '12px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection) !important',
  },
  '.cm-panels': { backgroundColor: 'var(--stats-strip)', color: 'var(--mantine-color-text)' },
  '.cm-textfield, .cm-button': {
    minHeight: '26px',
    border: '1px solid var(--stats-line)',
    borderRadius: '4px',
    backgroundColor: 'var(--mantine-color-body)',
    backgroundImage: 'none',
    color: 'var(--mantine-color-text)',
    fontSize: '13px',
  },
  '.cm-tooltip': {
    maxWidth: '60ch',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--stats-line)',
    borderRadius: '8px',
    overflow: 'hidden',
  },
  // Information about the selected line is beside the list.
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible', maxWidth: 'none' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    maxHeight: '280px',
    borderRadius: '7px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--code-selection)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo, .cm-about': {
    padding: '8px 12px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '13px',
  },
  '.cm-about > p': { margin: '0' },
  '.cm-about > p + p': { marginTop: '8px' },
  '.cm-diagnosticAction': {
    padding: '2px 8px',
    borderRadius: '4px',
    border: '1px solid var(--stats-line)',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    fontSize: '13px',
  },
  '.cm-diagnostic': { padding: '8px 12px', fontFamily: 'var(--mantine-font-family)', fontSize: '13px' },
})
