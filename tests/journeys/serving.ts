import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/freePort.ts'

/** The first operator of every test's server. */
export const OPERATOR = { name: 'olivia', password: 'correct horse battery' }
export const PARTNER = { name: 'auto-team', secret: 'a-secret-of-the-partner' }

/** The whole server as its user starts it, on its own database. It can be killed and restarted. */
export interface Serving {
  url: string
  dataDir: string
  /** Output since it started. */
  printed: () => string
  /** ID of the process that serves now. */
  pid: () => number
  /** Ends the process as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same database and port. */
  restart: () => Promise<void>
  /** Stops it as its operator would; the database stays. */
  stop: () => Promise<void>
  end: () => Promise<void>
}

/** Name of the setting with the folder of a server that has published the sites already; see published.ts. */
export const PUBLISHED = 'PUBLISHED_DATA'
/** Name of the setting with a folder of the servers that files share. It has a file for each, named by its process, that contains the
 *  server's folder. */
export const SHARED = 'SHARED_SERVERS'

/** Starts `leadloom serve` on a free port. `env` adds settings; `folder` is the release's folder, by default this one's.
 *  Rejects with its output if it doesn't start. */
export async function startServer(
  env: Record<string, string> = {},
  { folder = process.cwd() }: { folder?: string } = {},
): Promise<Serving> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-journey-'))
  const published = process.env[PUBLISHED]
  if (published !== undefined) cpSync(published, dataDir, { recursive: true })
  let server = await launch(folder, { DATA_DIR: dataDir, PORT: String(await freePort()), ...env })
  const { url } = server
  const stop = async () => {
    if (server.process.exitCode !== null || server.process.signalCode !== null) return
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
  return {
    url,
    dataDir,
    printed: () => server.printed(),
    pid: () => server.process.pid!,
    kill: async () => {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    },
    restart: async () => {
      server = await launch(folder, { DATA_DIR: dataDir, ...env, PORT: new URL(url).port })
    },
    stop,
    end: async () => {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function launch(
  folder: string,
  env: Record<string, string>,
): Promise<{ process: ChildProcess; url: string; printed: () => string }> {
  const child = spawn(process.execPath, ['src/cli/leadloom.js', 'serve'], {
    cwd: folder,
    env: {
      ...process.env,
      OPERATOR_NAME: OPERATOR.name,
      OPERATOR_PASSWORD: OPERATOR.password,
      REQUIRE_SECOND_FACTOR: 'false',
      POSTBACK_KEYS: `${PARTNER.name}:${PARTNER.secret}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const url = /is running at (http:\S+)/.exec(printed)?.[1]
      if (url !== undefined) resolve({ process: child, url, printed: () => printed })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The server did not start:\n${printed}`)))
  })
}
