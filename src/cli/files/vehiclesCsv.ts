import type { VehiclesAnswer } from '../../../schemas/commands/operating.ts'
import type { VehicleYears } from '../../server/outside/vehicles.ts'
import { csvRows } from '../../server/returns/csvRows.ts'

type Problems = VehiclesAnswer['problems']

/** Model years in a CSV text, with one vehicle per row under a header with year, make, and model in any order; other columns are ignored.
 *  Each invalid row is a problem with its line in the text. */
export function readVehicles(text: string): { years: VehicleYears; rows: number; problems: Problems } {
  const years: VehicleYears = {}
  const problems: Problems = []
  let columns: Columns | null = null
  let rows = 0
  csvRows(text, ({ cells, line, problem }) => {
    if (!columns) {
      columns = columnsOf(cells)
      if (!columns) problems.push({ line, message: NO_HEADER })
      return columns !== null
    }
    const vehicle = {
      year: cell(cells, columns.year),
      make: cell(cells, columns.make),
      model: cell(cells, columns.model),
    }
    const wrong =
      problem ?? PARTS.map((part) => WRONG[part](vehicle[part])).find((message) => message !== null)
    if (wrong) problems.push({ line, message: wrong })
    else add(years, vehicle)
    rows += 1
    return true
  })
  if (rows === 0 && problems.length === 0) problems.push({ line: 1, message: 'The file has no vehicles.' })
  return { years, rows, problems }
}

const PARTS = ['year', 'make', 'model'] as const
type Columns = Record<(typeof PARTS)[number], number>

const NO_HEADER = 'The first line must contain the column names: year,make,model.'
const FIRST_YEAR = 1992
const LAST_YEAR = 2100
/** The longest real name has 50 characters. */
const NAME_LENGTH = 80

/** Problem of a cell; null if there is none. */
const WRONG: Record<keyof Columns, (text: string) => string | null> = {
  year: (text) =>
    /^\d{4}$/.test(text) && Number(text) >= FIRST_YEAR && Number(text) <= LAST_YEAR
      ? null
      : `The year must be from ${FIRST_YEAR} to ${LAST_YEAR}, not "${text}".`,
  make: (text) => wrongName('make', text),
  model: (text) => wrongName('model', text),
}

function wrongName(part: string, text: string): string | null {
  if (text === '') return `The ${part} is missing.`
  if (text.length > NAME_LENGTH) return `The ${part} is longer than ${NAME_LENGTH} characters.`
  return /[\p{Cc}\ufffd]/u.test(text)
    ? `The ${part} contains unreadable characters. Save the file as UTF-8.`
    : null
}

function add(years: VehicleYears, { year, make, model }: Record<keyof Columns, string>): void {
  const makes = (years[year] ??= {})
  const models = Object.hasOwn(makes, make) ? makes[make]! : []
  if (!models.includes(model)) Object.defineProperty(makes, make, { ...OWN, value: [...models, model] })
}

/** Allows a make named __proto__ like any other. */
const OWN = { configurable: true, enumerable: true, writable: true }

function columnsOf(cells: readonly string[]): Columns | null {
  const names = cells.map((name) => name.trim().toLowerCase())
  const columns = Object.fromEntries(PARTS.map((part) => [part, names.indexOf(part)])) as Columns
  return PARTS.every((part) => columns[part] >= 0) ? columns : null
}

function cell(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim()
}
