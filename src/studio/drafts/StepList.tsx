import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Located } from '../../../schemas/author/problem.ts'
import type { Path } from '../../author/complete/cursor.ts'
import { list, record, valueAt } from '../../author/complete/shapes.ts'
import { buyersOfSteps } from '../../author/edit/editSteps.ts'
import { stepSketch } from '../../author/edit/stepSketch.ts'
import { goesOn, stepsOf, type PlacedStep } from '../../author/edit/stepsOf.ts'
import { formPathAt } from '../../author/forms/formPlaces.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { lookOf } from '../parts/siteLook.ts'
import { StepThumb } from '../parts/StepThumb.tsx'
import { StepGallery } from './edits/StepGallery.tsx'
import { STEP_EDITS } from './edits/stepScreen.ts'
import { useFlowText } from './edits/useFlowText.ts'
import { useEditorLook } from './forms/useEditorLook.ts'
import type { EditorHandle } from './TextEditor.tsx'

interface Props {
  editor: EditorHandle
  problems: readonly Located[]
  /** Shows the form of an object, and its step on the page. */
  onOpen: (at: Path, step: string | null) => void
}

/** Steps of each offer in order, each with a small picture of its page. */
export function StepList({ editor, problems, onOpen }: Props) {
  const look = useEditorLook(editor)
  const { read, fault } = useFlowText(look.doc)
  const [adding, setAdding] = useState<{ steps: Path; behind: number | null } | null>(null)
  const [done, setDone] = useState('')
  if (!read) return <p className="form-about">{DRAFTS.noSteps}</p>
  const { document } = read
  const here = fault ? [] : formPathAt(read, look.offset)
  const isHere = ({ at }: PlacedStep) => at.every((part, index) => here[index] === part)
  const offers = Map.groupBy(stepsOf(document), ({ offer }) => offer)
  const current = stepsOf(document).find(isHere)
  const asked = list(valueAt(document, ['offer_order'])).map(String)
  const first = asked.find((offer) => list(valueAt(document, stepsIn(offer))).some(goesOn))
  return (
    <>
      <div className="step-list">
        {[...offers].map(([offer, steps]) => (
          <section key={offer} aria-label={nameOf(document, offer)}>
            <h2>
              <button
                type="button"
                className="offer-open"
                onClick={() => onOpen(['ui_config', 'offers', offer], null)}
              >
                {nameOf(document, offer)}
              </button>
            </h2>
            <ol>
              {steps.map((step) => (
                <li key={step.id}>
                  <StepEntry
                    step={step}
                    document={document}
                    isHere={isHere(step)}
                    problems={
                      problems.filter(({ at }) => step.at.every((part, index) => at[index] === part)).length
                    }
                    onOpen={() => onOpen(step.at, isHidden(document, step) ? null : step.id)}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <div className="step-list-end">
        <p role="status">{done}</p>
        <Button
          size="xs"
          variant="default"
          fullWidth
          disabled={fault !== null || (!current && first === undefined)}
          onClick={() =>
            setAdding(
              current
                ? { steps: stepsIn(current.offer), behind: Number(current.at.at(-1)) }
                : { steps: stepsIn(first!), behind: null },
            )
          }
        >
          {STEP_EDITS.add}
        </Button>
      </div>
      {adding && (
        <StepGallery
          {...adding}
          editor={editor}
          read={read}
          onClose={() => setAdding(null)}
          onDone={(at, words) => {
            setAdding(null)
            setDone(words)
            if (at) onOpen(at, null)
          }}
        />
      )}
    </>
  )
}

interface EntryProps {
  step: PlacedStep
  document: unknown
  isHere: boolean
  problems: number
  onOpen: () => void
}

function StepEntry({ step, document, isHere, problems, onOpen }: EntryProps) {
  const value = valueAt(document, step.at)
  const hidden = isHidden(document, step)
  const sketch = stepSketch(document, value)
  const hasRule = list(record(value)['display_rules']).length > 0
  return (
    <button type="button" className="step-open" aria-current={isHere ? 'step' : undefined} onClick={onOpen}>
      {hidden ? (
        <span className="step-unseen" aria-hidden />
      ) : (
        <StepThumb sketch={sketch} {...lookOf(document)} width={46} />
      )}
      <span className="step-words">
        <span>{hidden ? whatItDoes(document, value) : sketch.title}</span>
        {hidden && <small>{DRAFTS.unseen}</small>}
        {hasRule && <small>{DRAFTS.shownToSome}</small>}
        {problems > 0 && <small className="step-problems">{FORM.problemsWithin(problems)}</small>}
      </span>
    </button>
  )
}

function stepsIn(offer: string): Path {
  return ['ui_config', 'offers', offer, 'steps']
}

function nameOf(document: unknown, offer: string): string {
  const { name } = record(valueAt(document, ['ui_config', 'offers', offer]))
  return typeof name === 'string' && name !== '' ? name : offer
}

function isHidden(document: unknown, { at }: PlacedStep): boolean {
  return record(valueAt(document, at))['type'] === 'hidden'
}

/** Effect of a hidden step: who gets the lead, or its name if it sends none. */
function whatItDoes(document: unknown, step: unknown): string {
  const buyers = record(valueAt(document, ['ui_config', 'buyers']))
  const names = buyersOfSteps([step]).map((key) => {
    const { name } = record(buyers[key])
    return typeof name === 'string' ? name : key
  })
  return names.length > 0 ? DRAFTS.sendsTo(names) : String(record(step)['name'])
}
