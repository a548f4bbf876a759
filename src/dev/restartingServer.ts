import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

/** The real server in its own process, which can be restarted when its source changes. */
export interface RestartingServer {
  url: string
  /** Resolves once the server listens; if its source doesn't run, that is once it is fixed. */
  ready(): Promise<void>
  /** Restarts the server; changes in quick succession count as one. */
  restart(): void
  /** Publishes a site's flow file and prints any problems in it. */
  publish(site: string): Promise<void>
  stop(): Promise<void>
}

/** Time to wait for more changes, as an editor or git writes several files at once. */
const SETTLE_MS = 50

/** Starts `leadloom serve` from the source in `root` on a free port. `onRestart` is called when it listens again. */
export async function openRestartingServer(root: string, onRestart: () => void): Promise<RestartingServer> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', RATE_LIMIT: '0' }
  const script = join(root, 'src', 'cli', 'leadloom.js')
  const leadloom = (...args: string[]) =>
    spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })

  const events = new EventEmitter()
  let isListening = false
  let child = start()
  let turn = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    isListening = false
    const started = leadloom('serve')
    started.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (!chunk.includes(' is running at ')) return
      isListening = true
      events.emit('listening')
    })
    started.once('exit', (code) => {
      if (code) console.error('The server stopped. It restarts when a source file changes.')
    })
    return started
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    // Acknowledged calls are stored already, and nothing here waits for requests in progress.
    child.kill('SIGKILL')
    await exit
  }

  async function ready(): Promise<void> {
    await turn
    if (!isListening) await once(events, 'listening')
  }

  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        turn = turn.then(async () => {
          await stop()
          child = start()
        })
        void ready().then(onRestart)
      }, SETTLE_MS)
    },
    async publish(site) {
      const published = leadloom('publish', join('fixtures', 'sites', site, 'flow.json'), '--path', site)
      published.stdout.pipe(process.stdout)
      await once(published, 'exit')
    },
    stop,
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
