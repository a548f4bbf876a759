import { spawnSync } from 'node:child_process'
import type { Serving } from '../journeys/serving.ts'

/** Watches the resident memory of a server's process, beyond what it has now. The returned function ends the watch and gives the peak, in
 *  bytes. */
export function watchGrowth(server: Serving): () => number {
  const before = residentBytes(server)
  let peak = before
  const look = () => {
    peak = Math.max(peak, residentBytes(server))
  }
  const timer = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(timer)
    look()
    return peak - before
  }
}

const EVERY_MS = 200

function residentBytes({ pid }: Serving): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid())], { encoding: 'utf8' })
  return Number(stdout) * 1024
}
