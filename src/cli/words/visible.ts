/** The same data, with every character that a terminal acts on, or doesn't show at all, replaced by its number. Texts from visitors and
 *  buyers must not move the cursor, hide a line or forge one, and authors must see invisible characters. */
export function visible<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(ACTED_ON, escape) : value,
  ) as Data
}

/** Control characters, line and paragraph separators, characters that change the direction of writing, and those without width. Source:
 *  ECMA-48; Unicode Standard Annex 9. */
const ACTED_ON = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu

function escape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
