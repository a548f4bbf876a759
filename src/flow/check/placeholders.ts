import type { LeafElement } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { placeholderField, placeholders } from '../placeholders.ts'
import type { Legible, Placed } from './legible.ts'
import { instead } from './nearest.ts'

/** Placeholders that stand for nothing: visitors would read a gap. */
export function checkPlaceholders(flow: Legible): Problem[] {
  return written(flow).flatMap(({ at, value: name, known }): Problem[] => {
    if (known.includes(name) || (known.includes(FIELD) && placeholderField(name) !== undefined)) return []
    return [
      {
        code: 'unknown_placeholder',
        at,
        message: `There is no placeholder {{${name}}} here.`,
        hint: instead(name, known, 'placeholders'),
      },
    ]
  })
}

/** The fields that placeholders stand for. */
export function fieldsInText(flow: Legible): Placed<string>[] {
  return written(flow).flatMap(({ at, value: name }) => {
    const field = placeholderField(name)
    return field === undefined ? [] : [{ at, value: field }]
  })
}

const FIELD = 'field:NAME'

function written({ steps }: Legible): (Placed<string> & { known: readonly string[] })[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }) => {
      const text = element && textOf(element)
      if (!text) return []
      return placeholders(text.words).map((value) => ({ at: [...at, text.key], value, known: text.known }))
    })
}

/** The text of an element that may hold placeholders, and those that it may hold. */
function textOf(element: LeafElement) {
  if (element.type !== 'container') return undefined
  if (element.widget === 'html') return { key: 'html', words: element.html, known: ['buyers', FIELD] }
  if (element.widget === 'phone_link') return { key: 'text', words: element.text, known: ['phone'] }
  return undefined
}
