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
  changed: (shown: string, meant: readonly string[]) =>
    meant.length === 1
      ? `A spreadsheet changed this ID. ${shown} was probably ${meant[0]}.`
      : meant.length > 1 && meant.length <= MOST_MEANT
        ? `A spreadsheet changed this ID. ${shown} can be ${meant.join(' or ')}.`
        : `A spreadsheet changed this ID to ${shown}. Ask the buyer for the file with IDs as text.`,
  otherPhone: 'The ID and the phone number belong to different leads.',
}

const MOST_MEANT = 3

/** Texts about a buyer's file: what can't be read, and what was left out. */
export const FILE = {
  tooManyLines: (lines: number, most: number) =>
    `The file has ${lines.toLocaleString('en-US')} lines. The limit is ${most.toLocaleString('en-US')}. Split it.`,
  empty: 'The file is empty. It needs a line with the column names.',

  // Encodings
  damaged: (encoding: string) =>
    `The file isn’t valid ${encoding} text. Save it again as “CSV UTF-8”, or as an Excel workbook (.xlsx).`,
  zeros: (line: number) =>
    `Line ${line} contains a zero byte, so this isn’t a text file. Save it again as “CSV UTF-8”, or as an Excel workbook (.xlsx).`,
  noText: 'This isn’t a text file. Save it again as “CSV UTF-8”, or as an Excel workbook (.xlsx).',
  utf32: 'The file is UTF-32 text. Save it again as “CSV UTF-8”, or as an Excel workbook (.xlsx).',
  oldExcel:
    'This is an Excel 97–2003 workbook (.xls). Open it and save it as an Excel workbook (.xlsx) or as “CSV UTF-8”.',
  pdf: 'This is a PDF. Ask the buyer for the list as an Excel workbook (.xlsx) or CSV.',
  markup:
    'This is a web page or XML. Open it in your spreadsheet program and save it as an Excel workbook (.xlsx) or as “CSV UTF-8”.',

  // Spreadsheets
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
  noResult: 'a formula without its result',
  allHidden: 'All sheets with data are hidden. Show the right one and save the file again.',
  otherSheets: (name: string, others: readonly string[]) =>
    `Only the sheet “${name}” was read, not ${others.map((other) => `“${other}”`).join(', ')}.`,
  hiddenSheets: (names: readonly string[]) =>
    names.length === 1
      ? `The hidden sheet “${names[0]}” was left out.`
      : `${names.length} hidden sheets were left out.`,

  // Lines and columns
  column: (name: string, place: number) => `${name} (column ${place})`.trim(),
  noColumn: (name: string, names: string) => `There's no column "${name}". The header has ${names}.`,
  columnTwice: (name: string, names: string) =>
    `The header has the column "${name}" more than once. Choose one: ${names}.`,
  unnamed: (names: string) => `No column identifies the leads. The header has ${names}.`,
  noIdOrKey: 'A phone number alone can’t name a returned lead. Choose a column with the ID or the key.',
  above: (line: number, count: number) =>
    `Line ${line} has the column names. ${count === 1 ? 'The line above it was' : `The ${count} lines above it were`} left out.`,
  total: (line: number) => `Line ${line} is a total, so it was left out.`,
  otherTotal: (line: number, stated: number, cents: number) =>
    `Line ${line} is a total of ${money(stated)}, but the lines above it come to ${money(cents)}.`,
  lineWrong: (line: number, why: string) => `Line ${line} can't be read. ${why}`,
  tooWide: (cells: number, names: number) =>
    `It has ${cells} cells, but the header has ${names}. Put quotation marks around amounts with commas, or name the extra column.`,
  noLead: (columns: readonly string[]) =>
    `It doesn’t name a lead. Fill in ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(columns)}.`,
  noContact: 'No column is named “phone” or “email”. Name one.',
  wrongTime: (text: string) => `Write the time like 2026-11-20 14:05 or 11/20/2026, not "${text}".`,
  wrongAmount: (text: string) => `Write the amount in dollars, like 12.34 or -12.34, not "${text}".`,
  mixedSigns:
    'This file has amounts with and without a minus, so it isn’t clear what a minus means. Write all returns the same way.',
  longName: (most: number) => `IDs and keys can have at most ${most} characters.`,
  unseenSigns: 'IDs and keys must be a single line without control characters.',
  becameDate: 'A spreadsheet changed this ID to a date. Ask the buyer for the file with IDs as text.',
  formulaFailed: (error: string) => `The spreadsheet shows ${error} instead of an ID. Correct its formula.`,
}

function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
