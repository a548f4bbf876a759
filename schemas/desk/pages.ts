import { Type } from 'typebox'

/** Shapes that calls of the desk's lists share. */

export const Place = Type.String({ pattern: '^\\d{1,15}$', description: 'Where the previous page ended.' })

/** Text to search for. */
export function searchText(description: string) {
  return Type.String({ minLength: 1, maxLength: 320, pattern: '\\S', description })
}
