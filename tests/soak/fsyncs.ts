import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Number of times the system was told to write to the disk, beside the commits that the store made meanwhile. A killed process loses
 *  nothing that it gave to the system; surviving a power failure depends on this. Null without strace, the only tool that sees it. */
export function fsyncsOf(steps: number): { fsyncs: number; commits: number } | null {
  if (spawnSync('strace', ['--version']).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-fsyncs-'))
  try {
    const calls = join(folder, 'calls')
    const script = join(import.meta.dirname, 'commitsProcess.ts')
    const watching = ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-e', 'status=successful', '-o', calls]
    const watched = [process.execPath, script, join(folder, 'data'), String(steps)]
    const { stdout, status } = spawnSync('strace', [...watching, ...watched], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The process that commits ended with ${status}.`)
    const { commits } = JSON.parse(stdout) as { commits: number }
    const fsyncs = readFileSync(calls, 'utf8').match(/sync\(\d+\) += 0|sync resumed>\) += 0/g)?.length ?? 0
    return { fsyncs, commits }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
