import { spawnSync } from 'node:child_process'
import type { Serving } from '../journeys/serving.ts'

/** Watches what memory a server's process takes, resident, on top of what it holds now. The function that it returns ends the
 *  watch and gives the most there was, in bytes. */
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
