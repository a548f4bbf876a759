import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import { copyStep } from '../../../author/edit/editSteps.ts'
import { fieldAt, fieldsIn } from '../../../author/edit/renameField.ts'
import { RENAME } from './renameScreen.ts'
import { STEP_EDITS } from './stepScreen.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { RenameField } from './RenameField.tsx'
import { readDoc } from './useFlowText.ts'
import { stepsAround, type WholeEdit } from './wholeEdit.ts'
import { removeStep } from '../../../author/edit/removeStep.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import type { EditSheet } from './editSheet.ts'
import { TextLines } from './TextLines.tsx'
import './edits.css'

interface Props {
  editor: EditorHandle
  /** Object with the form shown. */
  at: Path
  asked: WholeEdit | null
  onAsk: (asked: WholeEdit | null) => void
  /** Shows the form of what was added, or of the object around what was removed. */
  onOpen: (at: Path) => void
}

/** Edits that affect a whole flow, from one place in it: copying or removing a step, renaming a field. */
export function WholeEdits({ editor, at, asked, onAsk, onOpen }: Props) {
  /** Result, shown beside the form that was open then. */
  const [done, setDone] = useState<{ words: string; place: string } | null>(null)
  const around = stepsAround(at)
  // The form of a long text may be one keystroke behind, so edits use the present text.
  const current = () => {
    const read = readDoc(editor.look().doc)
    return 'fault' in read ? null : read
  }
  const finish = (open: Path | null, words: string) => {
    onAsk(null)
    setDone({ words, place: JSON.stringify(open ?? at) })
    if (open) onOpen(open)
  }
  const copy = (step: Path) => {
    const read = current()
    const copied = read && copyStep(read, step)
    if (!copied) return
    editor.change(copied.edits)
    finish(copied.at, STEP_EDITS.copied(copied.name, copied.asks))
  }
  const rename = () => {
    const read = current()
    if (read) onAsk({ what: 'rename', field: fieldAt(read.document, at) })
  }
  const read = asked && current()
  const sheet = read && { editor, read, onClose: () => onAsk(null), onDone: finish }
  return (
    <>
      <div className="whole-edits" role="group" aria-label={STEP_EDITS.acts}>
        {around?.index != null && (
          <>
            <Act onClick={() => copy([...around.steps, around.index!])}>{STEP_EDITS.copy}</Act>
            <Act onClick={() => onAsk({ what: 'remove', step: [...around.steps, around.index!] })}>
              {STEP_EDITS.remove}
            </Act>
          </>
        )}
        <Act onClick={rename}>{RENAME.open}</Act>
      </div>
      <p role="status" className="form-about">
        {done?.place === JSON.stringify(at) && done.words}
      </p>
      {sheet && asked.what === 'remove' && <RemoveStep {...sheet} step={asked.step} />}
      {sheet && asked.what === 'rename' && (
        <RenameField {...sheet} fields={fieldsIn(read.text)} field={asked.field} />
      )}
    </>
  )
}

function Act({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {children}
    </Button>
  )
}

/** Confirms removing a step, and lists what still names its fields. */
function RemoveStep({ editor, read, step, onDone, onClose }: EditSheet & { step: Path }) {
  const { edits, name, fields, lines } = removeStep(read, step)
  const remove = () => {
    editor.change(edits)
    onDone(step.slice(0, 3), STEP_EDITS.removed(name))
  }
  return (
    <MiddleSheet opened onClose={onClose} title={STEP_EDITS.removeTitle(name)}>
      {fields.length > 0 && <Text size="sm">{STEP_EDITS.lost(fields)}</Text>}
      {lines.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            {STEP_EDITS.still(lines.length)}
          </Text>
          <TextLines lines={lines} />
        </>
      )}
      <SheetEnd failure={null} onCancel={onClose}>
        <Button onClick={remove}>{STEP_EDITS.removeAnyway}</Button>
      </SheetEnd>
    </MiddleSheet>
  )
}
