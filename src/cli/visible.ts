/** The same data with every character that a terminal acts on shown by its number: what visitors and buyers wrote must not
 *  move the cursor, hide a line or forge one. */
export function visible<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(ACTED_ON, escape) : value,
  ) as Data
}

/** Controls, line and paragraph separators, and the signs that turn the direction of writing.
 *  Source: ECMA-48; Unicode Standard Annex 9. */
const ACTED_ON = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function escape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
