import { stepId } from '../src/flow/elements/elements.ts'
import { useSentences, useStep } from './context.ts'

/** Answers that would be sent, each with a button to change it. The button's id tells it from the others before React. */
export function Summary() {
  const { summary, edit, offer_key, step } = useStep()
  const { STEP } = useSentences()
  if (summary.length === 0) return null
  const here = stepId({ offer_key, step_key: step.name })
  return (
    <section className="summary" aria-label={STEP.summary}>
      <h2>{STEP.summary}</h2>
      <dl>
        {summary.map((row) => (
          <div key={stepId(row)}>
            <dt>{row.question}</dt>
            <dd>
              <span>{row.answer}</span>
              <button
                type="button"
                id={`${here} ${stepId(row)}`}
                aria-label={`${STEP.edit}: ${row.question}`}
                onClick={() => edit(row)}
              >
                {STEP.edit}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
