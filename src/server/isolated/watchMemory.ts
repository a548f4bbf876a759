import { readFileSync } from 'node:fs'

const LOOK_MS = 100

/** Calls `tooMuch` once a process uses more memory than allowed, according to Linux. On other systems, only the limit of V8's heap
 *  applies. Returns a function that stops the watch. */
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
    // The process has ended, or this isn't Linux.
    return null
  }
}
