import { move } from '../../src/store/engines/move/move.ts'

/** Moves a folder into a database, and is killed where its last argument says, as a machine that loses its power: `onRows`, `onCompared`
 *  or `onReports`, after so many calls. Arguments: the folder, the address, the time now in epoch ms, live or not, where, how often. */
const [dataDir = '', to = '', now = '0', live = '', where = '', calls = '1'] = process.argv.slice(2)

let left = Number(calls)
const die = () => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}
await move({ dataDir, to, now: () => Number(now), isLive: live === 'live', [where]: die })
