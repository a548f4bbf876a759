/** The engine whose tables a test looks into. */
export { openTables } from './sqlite/tables.ts'
