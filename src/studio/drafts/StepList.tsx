import { IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Located } from '../../../schemas/author/problem.ts'
import type { Path } from '../../author/complete/cursor.ts'
import { list, record, valueAt } from '../../author/complete/shapes.ts'
import { stepSketch } from '../../author/edit/stepSketch.ts'
import { stepsOf, type PlacedStep } from '../../author/edit/stepsOf.ts'
import { formPathAt } from '../../author/forms/formPlaces.ts'
import { offerLabel, sendingOf, stepLabel } from '../../author/forms/labels.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { lookOf } from '../parts/siteLook.ts'
import { StepThumb } from '../parts/StepThumb.tsx'
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
  const here = read && !fault ? formPathAt(read, look.offset) : []
  const listed = useRef<HTMLDivElement>(null)
  const place = here.slice(0, 5).join('/')
  useEffect(() => {
    listed.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  if (!read) return <p className="form-about">{DRAFTS.noSteps}</p>
  const { document } = read
  const isHere = ({ at }: PlacedStep) => at.every((part, index) => here[index] === part)
  const offers = Map.groupBy(stepsOf(document), ({ offer }) => offer)
  return (
    <div className="step-list" ref={listed}>
      {[...offers].map(([offer, steps]) => (
        <section key={offer} aria-label={offerLabel(document, offer)}>
          <h2>
            <button
              type="button"
              className="offer-open"
              aria-current={here[2] === offer && !steps.some(isHere) ? 'true' : undefined}
              onClick={() => onOpen(['ui_config', 'offers', offer], null)}
            >
              {offerLabel(document, offer)}
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
  const hasRule = list(record(value)['display_rules']).length > 0
  return (
    <button type="button" className="step-open" aria-current={isHere ? 'step' : undefined} onClick={onOpen}>
      {hidden ? (
        <span className="step-unseen" aria-hidden>
          {sendingOf(document, value) !== null && <IconSend size={16} />}
        </span>
      ) : (
        <StepThumb sketch={stepSketch(document, value)} {...lookOf(document)} width={46} />
      )}
      <span className="step-words">
        <span>{stepLabel(document, value)}</span>
        {hidden && <small>{DRAFTS.unseen}</small>}
        {hasRule && <small>{hidden ? DRAFTS.runsForSome : DRAFTS.shownToSome}</small>}
        {problems > 0 && <small className="step-problems">{FORM.problemsWithin(problems)}</small>}
      </span>
    </button>
  )
}

/** True if visitors never see the step. */
export function isHidden(document: unknown, { at }: PlacedStep): boolean {
  return record(valueAt(document, at))['type'] === 'hidden'
}
