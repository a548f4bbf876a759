import type { CalledColumns, FileColumn } from '../../../server/returns/fileTable.ts'
import { misuse } from '../../kernel/failure.ts'

/** Names of the columns in a buyer's file, for the commands that read one. */

export type { CalledColumns }

export const COLUMNS_OPTION = {
  type: 'string',
  value: 'NAMES',
  about: 'The column names in the file: "id=Lead ID, amount=Payout".',
} as const

/** The file's column names: "id=Lead ID, amount=Payout". */
export function calledColumns(option: string, known: readonly FileColumn[]): CalledColumns {
  // A name may contain a comma.
  const parts = option.split(/,(?=\s*\w+\s*=)/).filter((part) => part.trim() !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const [, column = '', name = ''] = /^\s*(\w+)\s*=\s*(.+?)[\s,]*$/.exec(part) ?? []
      if (!known.some((one) => one === column))
        throw misuse(
          `--columns maps ${known.join(', ')} to the file's column names, like "id=Lead ID, amount=Payout", not "${part.trim()}".`,
        )
      return [column, name]
    }),
  )
}

export function mapHint(names: readonly string[]): string {
  return ` Map the id, key, or phone, for example --columns "id=${names[0]}".`
}
