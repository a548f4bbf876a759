/** Differences between a buyer's statement and the ledger. Amounts are formatted. */
export const STATEMENT = {
  differs: (stated: string, due: string) => `The statement says ${stated}. The ledger says ${due}.`,
  returned: (amount: string, day: string) => `${amount} of it was returned on ${day}.`,
  corrected: (amount: string, day: string) => `It was corrected by ${amount} on ${day}.`,
  listed: (times: number) => `It's listed ${times} times.`,
  byPhone: 'Matched by phone number.',
  saleLeftOut: (amount: string) => `This sale of ${amount} isn't in the statement.`,
  returnLeftOut: (amount: string) => `The return of ${amount} isn't in the statement.`,
  unknown: 'The ledger has no sale to this buyer that matches this line.',

  // The file
  tooManyLines: (lines: number, most: number) =>
    `The file has ${lines.toLocaleString('en-US')} lines. The limit is ${most.toLocaleString('en-US')}. Split it.`,
  empty: 'The file is empty. Its first line must contain the column names.',
  noSheet: (why: string) =>
    `The file can't be read as a spreadsheet (XLSX): ${why}. Save it again in your spreadsheet program, or as CSV.`,
  cellOutside: (cell: string) => `cell ${cell} is outside a sheet's limits (XFD1048576)`,
  rowOutside: (row: string) => `row ${row} is outside a sheet's limits (1048576)`,
  outOfPlace: (what: string) => `${what} is out of order`,
  cellBroken: (row: number, type: string, value: string) =>
    `row ${row} has a cell of type "${type}" with the unknown value "${value}"`,
  tooManyCells: (most: number) => `it has more than ${most.toLocaleString('en-US')} cells`,
  unpacksTooLarge: (mib: number) =>
    `The spreadsheet is larger than ${mib} MB when unpacked. Keep only the sheet with the statement.`,
  noColumn: (name: string, names: string) => `There's no column "${name}". The first line has ${names}.`,
  columnTwice: (name: string) => `The first line has the column "${name}" twice.`,
  unnamed: (names: string) => `No column identifies the leads. The first line has ${names}.`,
}
