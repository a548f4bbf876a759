/** Texts around a table of figures. */
export const TABLE = {
  failed: 'Couldn’t load this table',
  salesFailed: 'Couldn’t load the sales figures',
  sales: 'Number of sales and revenue',
  empty: 'No available data for this table',
  nothingOnAnyPath: (when: string) => `No data ${when} on any path. Try a longer range.`,
  nothingFor: (path: string, when: string) =>
    `No data ${when} for ${path}. Try a longer range or another path.`,
  noMatch: 'No matches found...',
  noRowHas: (search: string, key: string) => `No row has “${search}” in ${key}.`,
  rows: (count: string, isOne: boolean) => `${count} ${isOne ? 'row' : 'rows'}.`,
  match: (shown: string, count: string, isOne: boolean) =>
    `${shown} of ${count} ${isOne ? 'row' : 'rows'} match.`,
  countedFrom: (day: string) => ` Includes visitors from ${day} on. Earlier days are still being counted.`,
  toCome: '…',
  total: 'Total',
  totals: (figures: readonly string[]) => `Total: ${figures.join(', ')}.`,
  noTotal: 'No total',
  skip: 'Skip to the total',
  rowsOf: (title: string) => `Rows of ${title}`,
  widthOf: (title: string) => `Width of ${title}`,
  resize: 'Drag, or press ← or →. Enter resets the widths.',
} as const

/** Texts of a table's tools. */
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
  asOnScreen: 'As shown on screen',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  collected: (done: string, all: string) => `${done} of ${all} rows fetched…`,
  fileFailed: (reason: string) => `Couldn’t create the file. ${reason}`,
} as const
