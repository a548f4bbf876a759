import type { RevocationLine } from '../../../schemas/kernel/revocation.ts'
import { MOST_SAID } from '../../../schemas/kernel/formFieldLimits.ts'
import { isEmpty, wordIn, type FileTable } from './fileTable.ts'
import { fileTime } from './fileTime.ts'
import { FILE } from './sheet/statementWords.ts'

/** A line of a file of people who don't want to be contacted anymore, or what is wrong with it. */
export type FileLine = { line: number } & ({ said: RevocationLine } | { field: string; problem: string })

/** Usual names of columns. */
const USUAL = {
  id: /^(id|reference|request[\s_-]*id)$/i,
  phone: /phone|mobile|^tel|^number$/i,
  email: /e-?mail/i,
  said: /^(said|text|message|reason|words|comment)$/i,
  said_at: /date|time|said[\s_-]*at/i,
} as const

type Column = keyof typeof USUAL

/** Lines of a file, or why it can't be read. */
export function revocationLines({ names, rows, epochDays }: FileTable): FileLine[] | { wrong: string } {
  const placeOf = (column: Column) => {
    const exact = names.findIndex((name) => name.toLowerCase() === column)
    return exact < 0 ? names.findIndex((name) => USUAL[column].test(name)) : exact
  }
  const places = Object.fromEntries(
    (Object.keys(USUAL) as Column[]).map((column) => [column, placeOf(column)]),
  ) as Record<Column, number>
  if (places.phone < 0 && places.email < 0) return { wrong: FILE.noContact }
  return rows.flatMap(({ line, cells, problem }): FileLine[] => {
    if (problem !== null) return [{ line, field: '', problem }]
    if (cells.every(isEmpty)) return []
    const cell = (column: Column) => cells[places[column]] ?? null
    const at = fileTime(cell('said_at'), epochDays)
    if (at === undefined)
      return [{ line, field: 'said_at', problem: FILE.wrongTime(wordIn(cell('said_at')) ?? '') }]
    const [id, phone, email] = [wordIn(cell('id')), wordIn(cell('phone')), wordIn(cell('email'))]
    const text = wordIn(cell('said'))?.slice(0, MOST_SAID) ?? null
    if ((id ?? '').length > MOST_ID) return [{ line, field: 'id', problem: FILE.longName(MOST_ID) }]
    return [
      {
        line,
        said: {
          ...(id !== null && { id }),
          ...(phone !== null && { phone }),
          ...(email !== null && { email }),
          ...(text !== null && { said: text }),
          ...(at !== null && { said_at: new Date(at).toISOString() }),
        },
      },
    ]
  })
}

const MOST_ID = 200
