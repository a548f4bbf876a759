import { resolve } from 'node:path'
import { command } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { counted, progress } from '../../words/report.ts'
import { settingsOf } from '../../withStore.ts'

export const move = command('move', {
  summary: 'Copies the embedded database into an empty PostgreSQL, and compares the two.',
  usage: '--to URL [--live] | --stop',
  about:
    'With --live the server goes on: all is copied and compared meanwhile, and what changes is brought over. Then stop the server and run the command again without --live, which takes seconds. Without --live from the start, the server is down for as long as all takes. Cut off, it goes on where it was when you run it again; until it has ended no server starts on what it left. In the end every row is the same there, and every report says the same. The old folder is marked as moved: no server starts on it by mistake.',
  examples: [
    'leadloom move --live --to postgres://leadloom:secret@db.example:5432/leadloom',
    'leadloom move --to postgres://leadloom:secret@db.example:5432/leadloom',
    'leadloom move --stop',
  ],
  options: {
    to: { type: 'string', value: 'URL', about: 'The database: postgres://user:password@host:port/name.' },
    live: { type: 'boolean', about: 'Copy beside the running server, all but the last seconds.' },
    stop: { type: 'boolean', about: 'Give up a move: the file no longer notes what changes.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  async run({ values: { to, live, stop }, positionals }, world) {
    if (stop && (to !== undefined || live)) throw misuse('--stop goes alone.')
    if ((to === undefined && !stop) || positionals.length > 0) throw misuse('Say where: --to postgres://…')
    const settings = await settingsOf(world)
    const { hasDatabase } = await import('../../../server/main.ts')
    // DATABASE_URL may already be set for the time after the move.
    if (!hasDatabase({ ...settings, databaseUrl: null }))
      throw misuse(`There is no database in ${settings.dataDir}: set DATA_DIR.`)
    const { move, stopMove } = await import('../../../store/engines/move/move.ts')
    const dataDir = resolve(settings.dataDir)
    if (to === undefined) return { exit: 0, data: NOTHING_MOVED, words: [stopWords(stopMove(dataDir))] }
    const printers: Record<string, (done: number) => void> = {}
    const tell = (things: string) => (done: number, total: number) =>
      (printers[things] ??= progress(things, total, world))(done)
    const moved = await move({
      dataDir,
      to,
      now: world.now,
      isLive: live,
      onRows: tell('rows'),
      onCompared: tell('rows compared'),
      onReports: tell('reports'),
      onUpgrade: world.err,
    })
    const rows = Object.values(moved.rows).reduce((sum, count) => sum + count, 0)
    return {
      exit: 0,
      data: moved,
      words: [
        `${counted(rows, 'row')} of ${counted(Object.keys(moved.rows).length, 'table')} are there, and ${counted(moved.reports, 'report')} say the same.`,
        live
          ? 'Next: stop the server and run this again without --live, within a day. It takes seconds.'
          : 'Next: set DATABASE_URL to it and start the server. Delete the old folder once all is well: people who ask to be forgotten stay in it.',
      ],
    }
  },
})

const NOTHING_MOVED = { rows: {}, reports: 0 }

function stopWords(wasMoving: boolean): string {
  return wasMoving
    ? 'The move has ended, and the file is as before. Delete the other database: people who ask to be forgotten stay in that copy.'
    : 'There was no move to end.'
}
