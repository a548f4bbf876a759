import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Path } from '../../author/complete/cursor.ts'
import { list, valueAt } from '../../author/complete/shapes.ts'
import { goesOn } from '../../author/edit/stepsOf.ts'
import { formPathAt } from '../../author/forms/formPlaces.ts'
import { StepGallery } from './edits/StepGallery.tsx'
import { STEP_EDITS } from './edits/stepScreen.ts'
import { useFlowText } from './edits/useFlowText.ts'
import { stepsAround } from './edits/wholeEdit.ts'
import { useEditorLook } from './forms/useEditorLook.ts'
import type { EditorHandle } from './TextEditor.tsx'

interface Props {
  editor: EditorHandle
  /** Shows the form of what was added. */
  onAdded: (at: Path) => void
}

/** Button for the gallery of steps. They are added after the one at the cursor, or to the first offer that asks anything. */
export function AddStep({ editor, onAdded }: Props) {
  const look = useEditorLook(editor)
  const { read, fault } = useFlowText(look.doc)
  const [adding, setAdding] = useState<{ steps: Path; behind: number | null } | null>(null)
  /** Result, shown while what was added is at the cursor. */
  const [done, setDone] = useState<{ words: string; place: string } | null>(null)
  if (!read) return null
  const here = formPathAt(read, look.offset)
  const around = stepsAround(here) ?? firstSteps(read.document)
  return (
    <div className="step-list-end">
      <p role="status">{done?.place === JSON.stringify(here) && done.words}</p>
      <Button
        size="xs"
        variant="default"
        fullWidth
        disabled={fault !== null || around === null}
        onClick={() => around && setAdding({ steps: around.steps, behind: around.index })}
      >
        {STEP_EDITS.add}
      </Button>
      {adding && (
        <StepGallery
          {...adding}
          editor={editor}
          read={read}
          onClose={() => setAdding(null)}
          onDone={(at, words) => {
            setAdding(null)
            setDone({ words, place: JSON.stringify(at) })
            if (at) onAdded(at)
          }}
        />
      )}
    </div>
  )
}

function firstSteps(document: unknown): ReturnType<typeof stepsAround> {
  const lists = list(valueAt(document, ['offer_order'])).map((offer): Path => [
    'ui_config',
    'offers',
    String(offer),
    'steps',
  ])
  const steps = lists.find((at) => list(valueAt(document, at)).some(goesOn))
  return steps ? { steps, index: null } : null
}
