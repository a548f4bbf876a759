import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A balancer for development and tests, in place of HAProxy. Each connection to its port goes to the next of the given ports, or to the
 *  one after if that refuses. */
export async function openBalancer(ports: readonly number[]) {
  let targets = ports
  let turn = 0
  let isCut = false
  const open = new Set<Socket>()

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    track(socket)
    const first = turn++
    void joinTo(
      socket,
      targets.map((_, i) => targets[(first + i) % targets.length]!),
    )
  }).listen(0, '127.0.0.1')

  function track(socket: Socket): void {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  }

  async function joinTo(socket: Socket, [port, ...others]: readonly number[]): Promise<void> {
    if (port === undefined) return void socket.destroy()
    const target = connect({ port, host: '127.0.0.1', noDelay: true })
    track(target)
    try {
      await once(target, 'connect')
    } catch {
      return joinTo(socket, others)
    }
    join(socket, target)
    // If one end breaks, so does the other.
    socket.on('close', () => target.destroy())
    target.on('close', () => socket.destroy())
  }

  /** Passes data both ways, except while the network is cut. */
  function join(one: Socket, other: Socket): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      from.on('data', (bytes) => void to.write(bytes)).on('end', () => to.end())
    for (const socket of [one, other]) if (!isCut) socket.resume()
  }

  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Cuts all open connections and leads new ones to these ports. */
    async pointTo(ports: readonly number[]): Promise<void> {
      targets = ports
      cut()
    },
    /** Leads new connections to these ports; open ones stay where they are. */
    leadTo: (ports: readonly number[]) => void (targets = ports),
    /** Stops all data, without closing connections, until the network is mended. */
    cutNetwork: () => {
      isCut = true
      for (const socket of open) socket.pause()
    },
    mendNetwork: () => {
      isCut = false
      for (const socket of open) socket.resume()
    },
    async close(): Promise<void> {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
