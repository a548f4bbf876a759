import type { ReactNode } from 'react'

interface FieldProps {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** A group of controls has a legend; one control has a label. */
  group?: boolean
  /** The label is read aloud only: the step's heading says the same. */
  quiet?: boolean
  children: ReactNode
}

/** A question's frame: its label, one line of help, the control, and room kept for what may be wrong with it. */
export function Field({ id, label, hint, error, group = false, quiet = false, children }: FieldProps) {
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
    </Frame>
  )
}

/** The ids of what describes a control: its help and its error line, which is empty while nothing is wrong. */
export function describedBy(id: string, hint: string | undefined): string {
  return hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
}
