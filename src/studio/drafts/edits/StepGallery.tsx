import { Alert, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import { list, record, valueAt } from '../../../author/complete/shapes.ts'
import { addStep } from '../../../author/edit/editSteps.ts'
import { READY_STEPS, type ReadyKey } from '../../../author/edit/readySteps.ts'
import { goesOn } from '../../../author/edit/stepsOf.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { READY_WORDS } from '../../../texts/studio/readyStepWords.ts'
import { STEP_EDITS } from './stepScreen.ts'
import type { EditSheet } from './editSheet.ts'
import { StepPicture } from './StepPicture.tsx'

interface Props extends EditSheet {
  /** List that gets the step. */
  steps: Path
  /** Index of the step to add it after; null for the usual place. */
  behind: number | null
}

/** Steps that are ready to be added with one press. */
export function StepGallery({ editor, read, steps, behind, onDone, onClose }: Props) {
  const there = list(valueAt(read.document, steps))
  const [index, setIndex] = useState(behind ?? there.findLastIndex(goesOn))
  const [hasNoPlace, setNoPlace] = useState(false)
  const add = (key: ReadyKey) => {
    const added = addStep(read, READY_STEPS[key], [...steps, index])
    if (!added) return setNoPlace(true)
    editor.change(added.edits)
    const renamed = Object.entries(added.fields).map(([field, name]) => STEP_EDITS.renamed(field, name))
    onDone(added.at, [STEP_EDITS.added(added.name), ...renamed].join(' '))
  }
  return (
    <MiddleSheet opened onClose={onClose} title={STEP_EDITS.title} size="xl">
      <p className="form-about">{STEP_EDITS.about}</p>
      <NativeSelect
        label={STEP_EDITS.behind}
        mt="sm"
        value={index}
        data={[
          { value: '-1', label: STEP_EDITS.first },
          ...there.map((step, at) => ({
            value: String(at),
            label: STEP_EDITS.after(nameOf(step) ?? String(at + 1)),
          })),
        ]}
        onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
      />
      {hasNoPlace && (
        <Alert color="red" role="alert" mt="sm">
          {STEP_EDITS.noQuestions}
        </Alert>
      )}
      <ul className="ready-steps">
        {(Object.keys(READY_STEPS) as ReadyKey[]).map((key) => {
          const [name, line] = READY_WORDS.about[key]
          return (
            <li key={key}>
              <button type="button" onClick={() => add(key)}>
                <StepPicture step={READY_STEPS[key].step} />
                <strong>{name}</strong>
                <small>{line}</small>
              </button>
            </li>
          )
        })}
      </ul>
    </MiddleSheet>
  )
}

function nameOf(step: unknown): string | undefined {
  const { name } = record(step)
  return typeof name === 'string' ? name : undefined
}
