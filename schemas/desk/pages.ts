import { Type } from 'typebox'

/** What calls of the lists of /desk share. */

export const Place = Type.String({ pattern: '^\\d{1,15}$', description: 'Where the page before ended.' })

/** A text that is searched for. */
export function searchText(description: string) {
  return Type.String({ minLength: 1, maxLength: 320, pattern: '\\S', description })
}
