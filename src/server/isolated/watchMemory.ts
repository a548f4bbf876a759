import { readFileSync } from 'node:fs'

const LOOK_MS = 100

/** Calls `tooMuch` once a process holds more memory than it may, as Linux tells it; elsewhere the limit of V8's heap stands alone.
 *  Gives back what ends the watch. */
export function watchMemory(pid: number | undefined, mostMb: number, tooMuch: () => void): () => void {
  const timer = setInterval(() => {
    if ((residentMb(pid) ?? 0) <= mostMb) return
    clearInterval(timer)
    tooMuch()
  }, LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** Source: proc_pid_status(5), VmRSS, in KiB. */
function residentMb(pid: number | undefined): number | null {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return kib === undefined ? null : Number(kib) / 1024
  } catch {
    // The process has ended, or this is another system.
    return null
  }
}
