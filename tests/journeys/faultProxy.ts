import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network that fails on cue, between a real browser and the real server. It passes bytes on unchanged, one request at a time on each
 *  connection, as browsers send them. */
export interface FaultProxy {
  url: string
  /** Decides the fate of each request from now on. */
  fail: (decide: Decide) => void
  /** Stops listening and breaks open connections. */
  leave: () => Promise<void>
  comeBack: () => Promise<void>
  end: () => Promise<void>
}

export type Fault = keyof typeof FAULTS
/** Fault for a request; null passes it on. `path` includes the method: `POST /api/sessions/step`. */
export type Decide = (path: string) => Fault | null

/** Connection that a request comes from, and a way to pass it on; `reply` gets the server's answer, piece by piece. */
interface Exchange {
  client: Socket
  pass: (reply: (piece: Buffer) => void) => void
}

const FAULTS = {
  /** The server answers only after its commit, so the work is done even though the reply is lost. */
  'reply dropped': ({ client, pass }: Exchange) => pass(() => client.destroy()),
  'half open, never arrives': () => {},
  'half open, never answered': ({ pass }: Exchange) => pass(() => {}),
  '500': says('500 Internal Server Error', 'text/html', '<h1>Internal Server Error</h1>'),
  '429': says('429 Too Many Requests', 'application/problem+json', '{"status":429}', 'retry-after: 1\r\n'),
  'captive portal': says('200 OK', 'text/html', '<h1>Welcome to our Wi-Fi</h1>'),
  'a proxy’s refusal': says('403 Forbidden', 'text/html', '<h1>Blocked by policy</h1>'),
  garbage: ({ client }: Exchange) => void client.end(Buffer.from([0, 255, 7, 13, 10, 13, 10, 66])),
  'a cut reply': ({ client }: Exchange) =>
    void client.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"a'),
  'a reply without its end': ({ client, pass }: Exchange) => pass(withoutEnd(client)),
  'slow trickle': ({ client, pass }: Exchange) => pass(trickle(client)),
} as const satisfies Record<string, (exchange: Exchange) => void>

/** Starts the proxy. `server`: address of the server behind it. */
export async function startFaultProxy(server: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(server)
  const open = new Set<Socket>()
  let decide: Decide = () => null
  const held = (socket: Socket) => {
    open.add(socket)
    // Broken connections are what this proxy is for.
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
    return socket.setNoDelay(true)
  }
  const listener = createServer((socket) => {
    const client = held(socket)
    const upstream = held(connect(Number(port), hostname))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.end())
    let reply: (piece: Buffer) => void = () => {}
    upstream.on('data', (piece) => reply(Buffer.from(piece)))
    readRequests(client, (path, request) => {
      const pass: Exchange['pass'] = (listen) => {
        reply = listen
        upstream.write(request)
      }
      const fault = decide(path)
      if (fault) FAULTS[fault]({ client, pass })
      else pass((piece) => client.write(piece))
    })
  })
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      listener
        .once('error', reject)
        .listen(at, '127.0.0.1', () => resolve(void listener.off('error', reject)))
    })
  const leave = async () => {
    const closed = new Promise((resolve) => listener.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  await listen(0)
  const own = (listener.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    fail: (next) => void (decide = next),
    leave,
    comeBack: () => listen(own),
    end: async () => {
      if (listener.listening) await leave()
    },
  }
}

/** Calls `hear` with each whole request of a connection. Browsers send the length of a body. */
function readRequests(client: Socket, hear: (path: string, request: Buffer) => void): void {
  let got = Buffer.alloc(0)
  client.on('data', (piece) => {
    got = Buffer.concat([got, Buffer.from(piece)])
    for (;;) {
      const headBytes = got.indexOf('\r\n\r\n') + 4
      if (headBytes < 4) return
      const head = got.toString('latin1', 0, headBytes)
      const wholeBytes = headBytes + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (got.length < wholeBytes) return
      const [method, address = ''] = head.split(' ')
      hear(`${method} ${address.replace(/\?.*/, '')}`, got.subarray(0, wholeBytes))
      got = got.subarray(wholeBytes)
    }
  })
}

function says(status: string, type: string, body: string, more = '') {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n`
  return ({ client }: Exchange) => void client.end(`${head}${more}\r\n${body}`)
}

/** Passes on everything but the last byte, which never comes. */
function withoutEnd(client: Socket): (piece: Buffer) => void {
  let last = Buffer.alloc(0)
  return (piece) => {
    const all = Buffer.concat([last, piece])
    client.write(all.subarray(0, -1))
    last = all.subarray(-1)
  }
}

const TRICKLE = { bytes: 40, everyMs: 50 } as const

function trickle(client: Socket): (piece: Buffer) => void {
  let left = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined
  const drip = () => {
    if (client.writable) client.write(left.subarray(0, TRICKLE.bytes))
    left = left.subarray(TRICKLE.bytes)
    if (left.length > 0 && client.writable) return
    clearInterval(timer)
    timer = undefined
  }
  return (piece) => {
    left = Buffer.concat([left, piece])
    timer ??= setInterval(drip, TRICKLE.everyMs)
  }
}
