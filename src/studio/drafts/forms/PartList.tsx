import { CloseButton } from '@mantine/core'
import { useRef } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import type { FormPart } from '../../../author/forms/formAt.ts'
import { FORM } from '../../../texts/studio/formScreen.ts'

interface Props {
  parts: readonly FormPart[]
  isReadOnly: boolean
  problemsIn: (at: Path) => number
  onOpen: (at: Path) => void
  onRemove: (at: Path) => void
}

/** Objects inside an object, and those that belong to it, each with a link to its form. */
export function PartList({ parts, isReadOnly, problemsIn, onOpen, onRemove }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (parts.length === 0) return null
  return (
    <section className="form-part">
      <h3 ref={heading} tabIndex={-1}>
        {FORM.parts}
      </h3>
      <ul className="form-entries">
        {parts.map(({ at, label, about, isRequired }) => {
          const problems = problemsIn(at)
          return (
            <li key={JSON.stringify(at)}>
              <button type="button" className="form-open" onClick={() => onOpen(at)}>
                {label}
                {problems > 0 && <span className="form-count">{FORM.problemsWithin(problems)}</span>}
                {about !== '' && <small>{about}</small>}
              </button>
              {!isReadOnly && !isRequired && (
                <CloseButton
                  size="sm"
                  aria-label={FORM.remove(label)}
                  title={FORM.remove(label)}
                  onClick={() => {
                    onRemove(at)
                    heading.current?.focus()
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
