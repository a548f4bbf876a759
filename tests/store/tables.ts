/** The engine whose tables a test reads. */
export { openTables } from './sqlite/tables.ts'
