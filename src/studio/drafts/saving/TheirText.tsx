import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { Draft } from '../../../../schemas/studio/drafts.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { inScheme, jsonText } from '../../parts/editorSetup.ts'
import { useStudio } from '../../parts/studioContext.ts'

interface Props {
  mine: string
  theirs: Draft
  onClose: () => void
  /** Actions to resolve it. */
  children: ReactNode
}

/** The author's text beside what another person saved. */
export function TheirText({ mine, theirs, onClose, children }: Props) {
  const { nonce } = useStudio()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const [parent, setParent] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!parent) return
    const extensions = (label: string) => [
      jsonText(nonce),
      inScheme(isDark),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ]
    const view = new MergeView({
      parent,
      a: { doc: mine, extensions: extensions(DRAFTS.mine) },
      b: { doc: theirs.text, extensions: extensions(DRAFTS.theirs(theirs.saved_by)) },
      collapseUnchanged: { margin: 3 },
    })
    return () => view.destroy()
  }, [parent, mine, theirs, nonce, isDark])
  return (
    <MiddleSheet opened onClose={onClose} title={DRAFTS.theirText(theirs.saved_by)} size="min(1200px, 100%)">
      <Text size="sm" c="dimmed">
        {DRAFTS.mineLeft}
      </Text>
      {children}
      <div ref={setParent} className="both-texts" />
    </MiddleSheet>
  )
}
