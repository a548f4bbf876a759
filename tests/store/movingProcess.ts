import { move } from '../../src/store/engines/move/move.ts'

/** Step of the clock at each look; notes are dropped every five seconds. */
const TICK_MS = 1000

/** Moves a folder into a database and is killed, as if the machine lost power, at the point its arguments name: `onRows`, `onCompared` or
 *  `onReports`, after this many calls. Arguments: the folder, the address, the time now in epoch ms, live or not, where, how often. */
const [dataDir = '', to = '', now = '0', live = '', where = '', calls = '1'] = process.argv.slice(2)

let at = Number(now)
let left = Number(calls)
const die = () => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}
await move({ dataDir, to, now: () => (at += TICK_MS), isLive: live === 'live', [where]: die })
