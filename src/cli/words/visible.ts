/** The same data with every character that a terminal acts on, or does not show at all, by its number: what visitors and
 *  buyers wrote must not move the cursor, hide a line or forge one, and what an author did not see must be seen. */
export function visible<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(ACTED_ON, escape) : value,
  ) as Data
}

/** Controls, line and paragraph separators, the signs that turn the direction of writing, and those of no width.
 *  Source: ECMA-48; Unicode Standard Annex 9. */
const ACTED_ON = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu

function escape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
