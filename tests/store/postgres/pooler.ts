import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A pooler in transaction mode in front of PostgreSQL, like PgBouncer. A client's requests go to a free connection of the server, which is
 *  free again once the transaction ends. Each new client adds one connection, on which it logs in.
 *  `takes`: the free connection to use, the one freed last or first, as PgBouncer's server_round_robin.
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
      // A connection in the middle of a transaction is of no use to others.
      holding.get(client)?.socket.destroy()
      holding.delete(client)
    })
  }).listen(0, '127.0.0.1')

  function openBackend(client: Socket): Backend {
    // The login is answered like a query.
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
    // Each client brought a connection, and has none now.
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
  /** Client that has it now; null if it is free. */
  client: Socket | null
  /** Number of requests not fully answered. */
  asked: number
}

/** Reads whole messages: the type, the length of the rest with these four bytes, and the rest. Only a client's first message has no
 *  type. */
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
