/** What stands around a table of figures. */
export const TABLE = {
  failed: 'This table could not be loaded',
  salesFailed: 'The sales figures could not be loaded',
  sales: 'Number of sales and revenue',
  empty: 'No available data for this table',
  nothingOnAnyPath: (when: string) => `Nothing was counted ${when} on any path. Try a longer range.`,
  nothingFor: (path: string, when: string) =>
    `Nothing was counted ${when} for ${path}. Try a longer range or another path.`,
  noMatch: 'No matches found...',
  noRowHas: (search: string, key: string) => `No row has “${search}” in ${key}.`,
  rows: (count: string, isOne: boolean) => `${count} ${isOne ? 'row' : 'rows'}.`,
  match: (shown: string, count: string, isOne: boolean) =>
    `${shown} of ${count} ${isOne ? 'row' : 'rows'} match.`,
  countedFrom: (day: string) => ` Visitors from ${day} on so far: earlier days are still being counted.`,
  toCome: '…',
  total: 'Total',
  totals: (figures: readonly string[]) => `Total: ${figures.join(', ')}.`,
  noTotal: 'No total',
  skip: 'Skip to the total',
  rowsOf: (title: string) => `Rows of ${title}`,
  widthOf: (title: string) => `Width of ${title}`,
  resize: 'Drag, or press ← or →. Enter resets the widths.',
} as const

/** What a table is filtered and shown by. */
export const TABLE_TOOLS = {
  filterOf: (title: string) => `Filter of ${title}`,
  keyOf: (title: string) => `Filter key of ${title}`,
  selectKey: 'Select filter key',
  searchIn: (title: string) => `Search in ${title}`,
  search: 'Search...',
  clear: 'Clear filter',
  viewOf: (title: string) => `View of ${title}`,
  view: 'Columns and rows',
  columns: 'Columns',
  rows: 'Rows',
  density: { compact: 'Compact', normal: 'Normal', airy: 'Airy' },
  download: 'Download',
  downloadOf: (title: string) => `Download ${title}`,
  asOnScreen: 'As it is on the screen',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  collected: (done: string, all: string) => `${done} of ${all} rows fetched…`,
  fileFailed: (reason: string) => `The file could not be made: ${reason}`,
} as const
