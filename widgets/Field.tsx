import type { ReactNode } from 'react'
import { inputs } from '../src/flow/elements/elements.ts'
import { stepTitle } from '../src/flow/form.ts'
import { useStep, type Way } from './context.ts'

interface FieldProps {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Ways to resolve the error. */
  ways?: readonly Way[] | undefined
  /** True for a group of controls, which has a legend; one control has a label. */
  group?: boolean
  /** True if the label is visible even when the step asks nothing else. */
  titled?: boolean
  children: ReactNode
}

/** Frame of a question: its label, one line of help, the control, and room for an error. */
export function Field({
  id,
  label,
  hint,
  error,
  ways = [],
  group = false,
  titled = false,
  children,
}: FieldProps) {
  const quiet = useQuiet(label, group && !titled)
  const Frame = group ? 'fieldset' : 'div'
  const className = quiet ? 'label visually-hidden' : 'label'
  return (
    <Frame
      className="field"
      {...(group && { id, tabIndex: -1, 'aria-describedby': describedBy(id, hint) })}
      data-invalid={error !== undefined || undefined}
    >
      {group ? (
        <legend className={className}>{label}</legend>
      ) : (
        <label className={className} htmlFor={id}>
          {label}
        </label>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <p className="error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
      {error !== undefined && ways.length > 0 && (
        <p className="ways">
          {ways.map(({ text, take }) => (
            <button key={text} type="button" className="way" onClick={take}>
              {text}
            </button>
          ))}
        </p>
      )}
    </Frame>
  )
}

/** True if a label is only read aloud: the step's heading has the same text, or is the question of its one group. */
function useQuiet(label: string, isGroup: boolean): boolean {
  const { flow, step } = useStep()
  return label === stepTitle(flow, step) || (isGroup && inputs(step).length === 1)
}

/** IDs of the elements that describe a control: its help and its error line, which is empty without an error. */
export function describedBy(id: string, hint: string | undefined): string {
  return hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
}
