import { Button, Text } from '@mantine/core'
import type { Path } from '../../../author/complete/cursor.ts'
import { removeStep } from '../../../author/edit/removeStep.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { STEP_EDITS } from './stepScreen.ts'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import type { EditSheet } from './editSheet.ts'
import { TextLines } from './TextLines.tsx'

/** Confirms removing a step, and lists what still names its fields. */
export function RemoveStep({ editor, read, step, onDone, onClose }: EditSheet & { step: Path }) {
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
