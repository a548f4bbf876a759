import { resolve } from 'node:path'
import { command } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { counted, progress } from '../../words/report.ts'
import { settingsOf } from '../../withStore.ts'

export const move = command('move', {
  summary: 'Copies the embedded database into an empty PostgreSQL, and compares the two.',
  usage: '--to URL',
  about:
    'Stop the server first. Cut off, it goes on where it was when it is called again; until it has ended no server starts on what it left. In the end each table has as many rows there as in the file, and every report says the same. The file stays as it was.',
  examples: ['leadloom move --to postgres://leadloom:secret@db.example:5432/leadloom'],
  options: {
    to: { type: 'string', value: 'URL', about: 'The database: postgres://user:password@host:port/name.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  async run({ values: { to }, positionals }, world) {
    if (to === undefined || positionals.length > 0) throw misuse('Say where: --to postgres://…')
    const settings = await settingsOf(world)
    const { hasDatabase } = await import('../../../server/main.ts')
    // DATABASE_URL may be set already, for what comes after.
    if (!hasDatabase({ ...settings, databaseUrl: null }))
      throw misuse(`There is no database in ${settings.dataDir}: set DATA_DIR.`)
    const { move } = await import('../../../store/engines/move.ts')
    const printers: Record<string, (done: number) => void> = {}
    const tell = (things: string) => (done: number, total: number) =>
      (printers[things] ??= progress(things, total, world))(done)
    const moved = await move({
      dataDir: resolve(settings.dataDir),
      to,
      now: world.now(),
      onRows: tell('rows'),
      onReports: tell('reports'),
      onUpgrade: world.err,
    })
    const rows = Object.values(moved.rows).reduce((sum, count) => sum + count, 0)
    return {
      exit: 0,
      data: moved,
      words: [
        `${counted(rows, 'row')} of ${counted(Object.keys(moved.rows).length, 'table')} are there, and ${counted(moved.reports, 'report')} say the same.`,
        'Next: set DATABASE_URL to it and start the server.',
      ],
    }
  },
})
