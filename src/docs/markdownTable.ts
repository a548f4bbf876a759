export type Row = readonly string[]

export function code(text: string): string {
  return `\`${text}\``
}

/** Formats a table like the formatter, with columns as wide as their widest cell. The first row is the heading. */
export function table([head = [], ...rows]: Row[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => withoutTags(cell).replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: Row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...others] = cells
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}

/** Text of a paragraph in which nothing is markup. */
export function block(text: string): string {
  return withoutTags(text.replace(/[*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&'))
}

function withoutTags(text: string): string {
  return text.replace(/(?<!`)<(?=[a-z/])/g, '&lt;')
}
