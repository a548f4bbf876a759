/** Why a buyer's statement and the ledger do not agree. Money is written as people read it. */
export const STATEMENT = {
  differs: (stated: string, due: string) => `The statement says ${stated}, the ledger ${due}.`,
  returned: (amount: string, day: string) => `The ${amount} of it were returned on ${day}.`,
  listed: (times: number) => `It is listed ${times} times.`,
  byPhone: 'It was found by the phone number.',
  saleLeftOut: (amount: string) => `The statement does not list this sale of ${amount}.`,
  returnLeftOut: (amount: string) => `The statement does not list the return of ${amount}.`,
  unknown: 'The ledger has no sale to this buyer that the line names.',

  // Of the file
  tooManyLines: (lines: number, most: number) =>
    `The file has ${lines.toLocaleString('en-US')} lines: at most ${most.toLocaleString('en-US')} are taken at once. Split it.`,
  empty: 'The file is empty: its first line must name the columns.',
  noSheet: (why: string) =>
    `The file can't be read as a spreadsheet (XLSX): ${why}. Save it again in your spreadsheet program, or as CSV.`,
  cellOutside: (cell: string) => `cell ${cell} is outside a sheet's limits (XFD1048576)`,
  rowOutside: (row: string) => `row ${row} is outside a sheet's limits (1048576)`,
  outOfPlace: (what: string) => `${what} is out of order`,
  cellBroken: (row: number, type: string, value: string) =>
    `row ${row} has a cell of type "${type}" with the unknown value "${value}"`,
  tooManyCells: (most: number) => `it has more than ${most.toLocaleString('en-US')} cells`,
  unpacksTooLarge: (mib: number) =>
    `The spreadsheet unpacks to more than ${mib} MB: leave one sheet with the lines of the statement alone.`,
  noColumn: (name: string, names: string) => `There is no column "${name}": the first line names ${names}.`,
  columnTwice: (name: string) => `The column "${name}" stands twice in the first line.`,
  unnamed: (names: string) => `No column names the leads: the first line names ${names}.`,
}
