import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'serveProcess.ts')

/** Variables of this process's environment that the other gets too. */
const KEPT = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** A server in its own process and what it prints when it listens; it ends with the test. */
export async function startProcess(env: Record<string, string>) {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...KEPT, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const errors = text(child.stderr).catch(() => '')
  const lines: string[] = []
  const first = new Promise<Said>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('{"url"')) resolve(JSON.parse(line) as Said)
    })
  })
  const said = await Promise.race([first, exit.then(() => null)])
  return { child, exit, errors, said, lines }
}

interface Said {
  url: string
  paths: string[]
  login: { name: string; password: string } | null
}
