import { workerData } from 'node:worker_threads'

/** Runs as a thread of a process that reads files: kills the process once the server, whose number is given, isn't its parent any
 *  more. */

const LOOK_MS = 500

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}, LOOK_MS)
