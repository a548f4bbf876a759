import { resolve } from 'node:path'
import { command } from '../../kernel/command.ts'
import { misuse } from '../../kernel/failure.ts'
import { counted, progress } from '../../words/report.ts'
import { settingsOf } from '../../kernel/withStore.ts'

export const move = command('move', {
  summary: 'Copy the embedded database into an empty PostgreSQL, and compare the two',
  usage: '--to URL [--live] | --stop',
  about:
    'With --live, the server keeps running while everything is copied and compared, changes included. Then stop the server and run the command again without --live, which takes seconds. Without a --live run, the server is down the whole time. If a run is interrupted, run it again and it continues where it stopped. No server starts on an unfinished copy. At the end, every row and every report is the same in both databases, and the old folder is marked so that no server starts on it by mistake.',
  examples: [
    'leadloom move --live --to postgres://leadloom:secret@db.example:5432/leadloom',
    'leadloom move --to postgres://leadloom:secret@db.example:5432/leadloom',
    'leadloom move --stop',
  ],
  options: {
    to: { type: 'string', value: 'URL', about: 'The database: postgres://user:password@host:port/name.' },
    live: { type: 'boolean', about: 'Copy everything while the server runs, except for the last changes.' },
    stop: { type: 'boolean', about: 'Cancel a move and stop recording changes in the file.' },
  },
  environment: [['DATA_DIR', 'Folder of the embedded database. Default: ./data.']],
  async run({ values: { to, live, stop }, positionals }, ctx) {
    if (stop && (to !== undefined || live)) throw misuse('Use --stop without other options.')
    if ((to === undefined && !stop) || positionals.length > 0)
      throw misuse('Add the target: --to postgres://…')
    const settings = await settingsOf(ctx)
    const { hasDatabase } = await import('../../../server/main.ts')
    // DATABASE_URL may already be set for the time after the move.
    if (!hasDatabase({ ...settings, databaseUrl: null }))
      throw misuse(`There is no database in ${settings.dataDir}. Set DATA_DIR to the server's folder.`)
    const { move, stopMove } = await import('../../../store/engines/move/move.ts')
    const dataDir = resolve(settings.dataDir)
    if (to === undefined) return { exit: 0, data: NOTHING_MOVED, words: [stopWords(stopMove(dataDir))] }
    const printers: Record<string, (done: number) => void> = {}
    const tell = (things: string) => (done: number, total: number) =>
      (printers[things] ??= progress(things, total, ctx))(done)
    const moved = await move({
      dataDir,
      to,
      now: ctx.now,
      isLive: live,
      onRows: tell('rows'),
      onCompared: tell('rows compared'),
      onReports: tell('reports'),
      onUpgrade: ctx.err,
    })
    const rows = Object.values(moved.rows).reduce((sum, count) => sum + count, 0)
    return {
      exit: 0,
      data: moved,
      words: [
        `${counted(rows, 'row')} of ${counted(Object.keys(moved.rows).length, 'table')} were copied, and ${counted(moved.reports, 'report')} match.`,
        live
          ? 'Next: stop the server and run this again without --live, within a day. It takes seconds.'
          : 'Next: set DATABASE_URL to the new database and start the server. Delete the old folder once everything works. It still has the data of people who ask to be forgotten later.',
      ],
    }
  },
})

const NOTHING_MOVED = { rows: {}, reports: 0 }

function stopWords(wasMoving: boolean): string {
  return wasMoving
    ? 'The move was canceled and the file is unchanged. Delete the other database. It still has the data of people who ask to be forgotten later.'
    : 'There is no move to cancel.'
}
