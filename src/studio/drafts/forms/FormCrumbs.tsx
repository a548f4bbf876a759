import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import { record, valueAt } from '../../../author/complete/shapes.ts'
import { labelAt } from '../../../author/forms/labels.ts'
import { FORM } from '../../../texts/studio/formScreen.ts'

interface Props {
  document: unknown
  at: Path
  onOpen: (at: Path) => void
}

/** Objects around the one at `at`, each with a link to its form. */
export function FormCrumbs({ document, at, onOpen }: Props) {
  const around = at.map((_, depth) => at.slice(0, depth)).filter((path) => isObjectAt(document, path))
  if (around.length === 0) return null
  return (
    <nav className="form-crumbs" aria-label={FORM.place}>
      {around.map((path) => (
        <Fragment key={JSON.stringify(path)}>
          {path.length > 0 && <span aria-hidden>›</span>}
          <Anchor component="button" type="button" size="xs" onClick={() => onOpen(path)}>
            {labelAt(document, path)}
          </Anchor>
        </Fragment>
      ))}
    </nav>
  )
}

function isObjectAt(document: unknown, path: Path): boolean {
  const value = valueAt(document, path)
  return record(value) === value
}
