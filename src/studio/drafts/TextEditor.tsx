import { useComputedColorScheme } from '@mantine/core'
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import {
  forEachDiagnostic,
  lintGutter,
  lintKeymap,
  setDiagnostics,
  type Action,
  type Diagnostic,
} from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
} from '@codemirror/view'
import type { Edit } from 'jsonc-parser'
import { useEffect, useRef } from 'react'
import type { Located } from '../../../schemas/author/problem.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import type { TextPlace } from '../panes/Place.tsx'
import { completing } from './completing/completing.ts'
import { inScheme, jsonText, scheme } from '../parts/editorSetup.ts'
import { useStudio } from '../parts/studioContext.ts'

export interface EditorHandle {
  goTo: (place: TextPlace) => void
  /** Replaces the text. Undo restores it. */
  show: (text: string) => void
  /** Edits the text as if typed; one undo reverts all edits. `field` is the field being typed in; quick strokes in the same field are
   *  one undo step. */
  change: (edits: readonly Edit[], field?: string) => void
  /** Makes edits that follow from those of the author, without moving anything in sight. */
  keep: (edits: readonly Edit[]) => void
  /** Moves the cursor and scrolls to it. The focus stays where it is. */
  select: (offset: number) => void
  undo: () => void
  redo: () => void
  /** Changes whenever its contents do. */
  look: () => EditorLook
  watch: (listener: () => void) => () => void
}

/** Public state of the editor. */
export interface EditorLook {
  doc: Text
  /** Offset of the cursor. */
  offset: number
  canUndo: boolean
  canRedo: boolean
}

interface Props {
  /** Initial text. */
  text: string
  /** Problems, which are underlined in the text. */
  problems: readonly Located[]
  onChange: (text: Text) => void
  onSave: () => void
  onReady: (editor: EditorHandle) => void
}

/** The flow as text. */
export function TextEditor({ text, problems, onChange, onSave, onReady }: Props) {
  const { nonce } = useStudio()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const handlers = useRef({ onChange, onSave })
  useEffect(() => {
    handlers.current = { onChange, onSave }
  })

  useEffect(() => {
    const assisting = completing()
    const editor = new EditorView({
      parent: parent.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          jsonText(nonce),
          scheme.of(inScheme(isDark)),
          editing(assisting.extension, () => handlers.current.onSave()),
          EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
            if (docChanged || selectionSet) looks.change(lookOf(state))
            if (docChanged && !transactions.some((one) => one.annotation(shown)))
              handlers.current.onChange(state.doc)
          }),
        ],
      }),
    })
    const looks = watchable(lookOf(editor.state))
    view.current = editor
    onReady({ ...handleOf(editor), look: looks.now, watch: looks.watch })
    return () => {
      editor.destroy()
      assisting.end()
    }
    // Created once; later changes come through the effects below.
  }, [])

  useEffect(() => view.current?.dispatch({ effects: scheme.reconfigure(inScheme(isDark)) }), [isDark])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const inText = problems.filter(({ file }) => file === undefined)
    const marks = inText.map((problem) => diagnostic(editor.state.doc, problem))
    editor.dispatch(setDiagnostics(editor.state, marks))
  }, [problems])

  return (
    <>
      <div ref={parent} className="text-editor" />
      <p id="tab-leaves" className="text-help">
        {DRAFTS.tabLeaves}
      </p>
    </>
  )
}

/** Editing aids and keys. */
function editing(assistant: Extension, onSave: () => void): Extension {
  return [
    EditorView.contentAttributes.of({
      'aria-label': DRAFTS.text,
      'aria-describedby': 'tab-leaves',
      tabindex: '0',
    }),
    codeFolding(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    assistant,
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    // Tab moves the focus, as everywhere else, so that keyboard users can leave.
    keymap.of([
      { key: 'Mod-s', run: () => (onSave(), true), preventDefault: true },
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      { key: 'Mod-.', run: mendHere },
    ]),
  ]
}

function handleOf(editor: EditorView): Omit<EditorHandle, 'look' | 'watch'> {
  let lastField: string | undefined
  return {
    goTo(place) {
      const at = offsetOf(editor.state.doc, place)
      editor.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'center' }),
      })
      editor.focus()
    },
    show: (text) =>
      editor.dispatch({ changes: change(editor.state.doc.toString(), text), annotations: shown.of(true) }),
    change(edits, field) {
      const [first] = edits
      const goesOn = field !== undefined && field === lastField
      lastField = field
      if (!first) return
      editor.dispatch({
        changes: changesOf(edits),
        effects: EditorView.scrollIntoView(first.offset),
        ...(!goesOn && { annotations: isolateHistory.of(field === undefined ? 'full' : 'before') }),
        userEvent: field === undefined ? 'input' : 'input.type',
      })
    },
    keep: (edits) => editor.dispatch({ changes: changesOf(edits), userEvent: 'input' }),
    select: (offset) =>
      editor.dispatch({
        selection: { anchor: offset },
        effects: EditorView.scrollIntoView(offset, { y: 'center' }),
      }),
    undo: () => void undo(editor),
    redo: () => void redo(editor),
  }
}

function changesOf(edits: readonly Edit[]) {
  return edits.map(({ offset, length, content }) => ({ from: offset, to: offset + length, insert: content }))
}

/** A value with listeners to its changes. */
function watchable<T>(value: T) {
  const listeners = new Set<() => void>()
  return {
    now: () => value,
    change(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function lookOf(state: EditorState): EditorLook {
  return {
    doc: state.doc,
    offset: state.selection.main.head,
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  }
}

/** Marks a text that was not typed here. */
const shown = Annotation.define<boolean>()

/** The differing part, so that the rest keeps its position on the screen. */
function change(before: string, after: string) {
  let from = 0
  while (from < before.length && before[from] === after[from]) from++
  let kept = 0
  const most = Math.min(before.length, after.length) - from
  while (kept < most && before.at(-1 - kept) === after.at(-1 - kept)) kept++
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) }
}

function offsetOf(doc: Text, { line, column = 1 }: TextPlace): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(from + column - 1, to)
}

function diagnostic(doc: Text, problem: Located): Diagnostic {
  const from = offsetOf(doc, problem)
  const { to, text, from: start } = doc.lineAt(from)
  const word = /^(?:"(?:[^"\\]|\\.)*"|[\w.-]+)/.exec(text.slice(from - start))?.[0]
  return {
    from,
    to: word === undefined ? Math.min(from + 1, to) : from + word.length,
    severity: problem.weight,
    message: `${problem.message} ${problem.hint}`,
    actions: actions(doc, problem, from),
  }
}

/** Fixes the problem at the cursor, if it has one right fix. */
function mendHere(view: EditorView): boolean {
  const { head } = view.state.selection.main
  let mend: (() => void) | undefined
  forEachDiagnostic(view.state, ({ actions: [action] = [] }, from, to) => {
    if (action && from <= head && head <= to) mend ??= () => action.apply(view, from, to)
  })
  mend?.()
  return mend !== undefined
}

/** Fix of a problem, unless its text has changed since the check. `start` is where it is underlined. */
function actions(doc: Text, { fix }: Located, start: number): Action[] {
  if (!fix) return []
  const away = offsetOf(doc, fix) - start
  const isThere = (now: Text, from: number) =>
    now.sliceString(from, from + fix.written.length) === fix.written
  if (!isThere(doc, start + away)) return []
  return [
    {
      name: DRAFTS.fix(fix.text),
      apply(view, from) {
        const begin = from + away
        if (!isThere(view.state.doc, begin)) return
        view.dispatch({
          changes: { from: begin, to: begin + fix.written.length, insert: fix.text },
          userEvent: 'input.complete',
        })
      },
    },
  ]
}
