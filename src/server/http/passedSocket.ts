/** File descriptor of the listening socket that the parent passed to this process; null if none. The socket stays open in the parent, so
 *  while one process ends and the next starts, the kernel keeps clients waiting and no one is refused. Throws a plain sentence if there
 *  are several. Source: sd_listen_fds(3). The names are systemd's, so they aren't settings of ours. */
export function passedSocket(env: NodeJS.ProcessEnv, pid: number): number | null {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = env
  // A process inherits the names of its parent's sockets, but not the sockets.
  if (count === undefined || meant !== String(pid)) return null
  if (count !== '1') throw new Error(`LISTEN_FDS must be 1, not ${count}. The server can use one socket.`)
  return FIRST_PASSED
}

/** Source: SD_LISTEN_FDS_START in sd-daemon.h. */
const FIRST_PASSED = 3
