import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A pooler in transaction mode before a PostgreSQL, as PgBouncer is: what a client asks goes to a connection of the server that
 *  is free, which is free again once the transaction ends. Each client that comes adds one, on which it logs in.
 *  `takes`: which of those that are free, the one freed last or first: PgBouncer's server_round_robin.
 *  Source: postgresql.org/docs/current/protocol-message-formats.html. */
export async function openPooler(serverUrl: string, takes: 'last' | 'first') {
  const { hostname: host, port } = new URL(serverUrl)
  const free: Backend[] = []
  const holding = new Map<Socket, Backend>()
  const sockets = new Set<Socket>()

  const pooler = createServer((client) => {
    track(client)
    holding.set(client, openBackend(client))
    readMessages(client, { isBareFirst: true }, (message) => {
      const type = String.fromCharCode(message[0]!)
      if (type === 'X') return void client.end()
      const backend = holding.get(client) ?? take(client)
      if (type === 'Q' || type === 'S') backend.asked++
      backend.socket.write(message)
    })
    client.on('close', () => {
      // In the middle of a transaction: it is of no use to others.
      holding.get(client)?.socket.destroy()
      holding.delete(client)
    })
  }).listen(0, '127.0.0.1')

  function openBackend(client: Socket): Backend {
    // The login is answered as a question is.
    const backend: Backend = { socket: connect({ host, port: Number(port) }), client, asked: 1 }
    track(backend.socket)
    readMessages(backend.socket, { isBareFirst: false }, (message) => {
      backend.client?.write(message)
      const isReady = String.fromCharCode(message[0]!) === 'Z'
      if (isReady && --backend.asked === 0 && String.fromCharCode(message[5]!) === 'I') release(backend)
    })
    return backend
  }

  function release(backend: Backend): void {
    holding.delete(backend.client!)
    backend.client = null
    free.push(backend)
  }

  function take(client: Socket): Backend {
    const backend = takes === 'last' ? free.pop() : free.shift()
    // Each client brought one, and has none now.
    if (!backend) throw new Error('No connection is free.')
    backend.client = client
    holding.set(client, backend)
    return backend
  }

  function track(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }

  await once(pooler, 'listening')
  const { port: own } = pooler.address() as AddressInfo
  return {
    url: Object.assign(new URL(serverUrl), { port: String(own) }).href,
    close(): void {
      pooler.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A connection to the server. */
interface Backend {
  socket: Socket
  /** Whom it is for now; null when it is free. */
  client: Socket | null
  /** What it was asked and has not answered to its end. */
  asked: number
}

/** Each whole message: its type, the length of what follows with these four bytes, and that. Only a client's first has no type. */
function readMessages(
  socket: Socket,
  { isBareFirst }: { isBareFirst: boolean },
  onMessage: (message: Buffer) => void,
): void {
  let typeBytes = isBareFirst ? 0 : 1
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      typeBytes = 1
      onMessage(message)
    }
  })
}
