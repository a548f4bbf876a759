import { all, command, query, run, text, type Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Names that operators chose for the columns of a buyer's files, for the next file of the same kind. */
export interface FileColumns {
  buyer: string
  /** statement or returns. */
  kind: string
  /** The file's name of each column, as JSON. */
  columns: string
}

function* keepFileColumns({ buyer, kind, columns }: FileColumns): Rule<void> {
  yield* run(columnSql.keep, buyer, kind, columns)
}

/** Names of all buyers. */
const fileColumns = (kind: string): Rule<FileColumns[]> => all(columnSql.all, kind)

const columnSql = {
  keep: command(
    `INSERT INTO file_columns (buyer, kind, columns) VALUES ($1, $2, $3)
     ON CONFLICT (buyer, kind) DO UPDATE SET columns = excluded.columns`,
  ),
  all: query('SELECT buyer, kind, columns FROM file_columns WHERE kind = $1 ORDER BY buyer', {
    buyer: text,
    kind: text,
    columns: text,
  }),
}

export const fileColumnNoun = {
  writes: ofRecords({ keepFileColumns }),
  reads: { fileColumns },
  sql: columnSql,
}
