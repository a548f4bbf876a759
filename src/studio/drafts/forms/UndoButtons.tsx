import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, type TablerIcon } from '@tabler/icons-react'
import { FORM } from '../../../texts/studio/formScreen.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { useEditorLook } from './useEditorLook.ts'

/** Undo and redo, for the text and the forms. */
export function UndoButtons({ editor }: { editor: EditorHandle }) {
  const { canUndo, canRedo } = useEditorLook(editor)
  return (
    <>
      <HistoryButton label={FORM.undo} Icon={IconArrowBackUp} isPossible={canUndo} onClick={editor.undo} />
      <HistoryButton label={FORM.redo} Icon={IconArrowForwardUp} isPossible={canRedo} onClick={editor.redo} />
    </>
  )
}

interface Props {
  label: string
  Icon: TablerIcon
  isPossible: boolean
  onClick: () => void
}

/** Keeps the focus when nothing is left to undo; otherwise the next key press would be lost. */
function HistoryButton({ label, Icon, isPossible, onClick }: Props) {
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible}
      {...(!isPossible && { 'data-disabled': true })}
      onClick={() => isPossible && onClick()}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
