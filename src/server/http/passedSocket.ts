/** The listening socket that whoever started this process passed in, by its file descriptor; null when none was.
 *  It stays open in the one who passed it, so while one process ends and the next starts, the kernel keeps who connects
 *  waiting: nobody is refused. Throws a plain sentence when there are several.
 *  Source: sd_listen_fds(3). The names are systemd's, so they are no settings of ours. */
export function passedSocket(env: NodeJS.ProcessEnv, pid: number): number | null {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = env
  // A process inherits the names of its parent's sockets, not the sockets.
  if (count === undefined || meant !== String(pid)) return null
  if (count !== '1') throw new Error(`LISTEN_FDS: one socket can be served, not ${count}.`)
  return FIRST_PASSED
}

/** Source: SD_LISTEN_FDS_START in sd-daemon.h. */
const FIRST_PASSED = 3
