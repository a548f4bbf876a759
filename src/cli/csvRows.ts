import papaparse from 'papaparse'

/** Every row of a CSV text but empty ones, with the line on which it begins, until `take` says false. */
export function csvRows(text: string, take: (cells: string[], line: number) => boolean): void {
  const plain = text.replace(/^\ufeff/, '')
  let [start, line] = [0, 1]
  papaparse.parse<string[]>(plain, {
    step: ({ data, meta }, parser) => {
      const isEmpty = data.every((text) => text.trim() === '')
      if (!isEmpty && !take(data, line)) parser.abort()
      line += (plain.slice(start, meta.cursor).match(/\r\n|\r|\n/g) ?? []).length
      start = meta.cursor
    },
  })
}
