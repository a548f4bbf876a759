/** Cuts text into lines without a browser to measure it. Widths are those of common system fonts, and err on the wide side. */

/** Width of one line, in px. */
export function widthOf(text: string, fontPx: number): number {
  return (
    Array.from(text).reduce((sum, sign) => sum + (WIDTHS.find(({ of }) => of.test(sign))?.em ?? WIDE_EM), 0) *
    fontPx
  )
}

/** Widths in em; the first match counts. */
const WIDTHS = [
  { of: /[iljtfI.,:;'’!|()[\] ]/, em: 0.36 },
  { of: /[mwMW@%—…]/, em: 0.98 },
  { of: /[A-Z&]/, em: 0.74 },
  { of: /[\u0020-\u024f“”–]/, em: 0.63 },
]
const WIDE_EM = 1

/** `text` in at most `most` lines of at most `widthPx`; text that does not fit ends in an ellipsis. */
export function linesOf(
  text: string,
  { widthPx, fontPx, most }: { widthPx: number; fontPx: number; most: number },
): string[] {
  const fits = (line: string) => widthOf(line, fontPx) <= widthPx
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, most).map((line) => cut(line, fits))
  const last = shown.at(-1)
  return lines.length <= most || last === undefined ? shown : [...shown.slice(0, -1), cut(`${last} …`, fits)]
}

function cut(line: string, fits: (line: string) => boolean): string {
  let end = line.length
  while (end > 1 && !fits(end === line.length ? line : `${line.slice(0, end).trimEnd()}…`)) end--
  return end === line.length ? line : `${line.slice(0, end).trimEnd()}…`
}
