import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { layPlaceholders } from '../server/placeholders.ts'
import { passedSocket } from '../../src/server/http/passedSocket.ts'

test('takes a socket that was passed to this process, not one that was passed to its parent', () => {
  expect(passedSocket({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 7)).toBe(3)
  expect(passedSocket({ LISTEN_FDS: '1', LISTEN_PID: '6' }, 7)).toBeNull()
  expect(passedSocket({}, 7)).toBeNull()
  expect(() => passedSocket({ LISTEN_FDS: '2', LISTEN_PID: '7' }, 7)).toThrow('one socket')
})

/** Holds a listening socket as systemd does. It passes the socket to one server, then to the next. It never accepts a connection itself, as
 *  it waits for each server without running its event loop. */
const HOLDER = `
  const { spawnSync } = require('node:child_process')
  const holder = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    console.log('port ' + holder.address().port)
    const one = 'echo pid $$; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" src/cli/leadloom.js serve'
    for (const turn of [1, 2])
      spawnSync('sh', ['-c', one, process.execPath], { stdio: ['ignore', 'inherit', 'inherit', holder._handle.fd] })
    process.exit()
  })`

test('refuses no request while a process hands its port to the next', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-restart-'))
  await layPlaceholders(dataDir)
  const env = { ...process.env, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1', LOG_LEVEL: 'error' }
  const holder = spawn(process.execPath, ['-e', HOLDER], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]()
  const lineWith = async (start: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The server ended before it printed "${start}".`)
      if (String(value).startsWith(start)) return String(value).slice(start.length).trim()
    }
  }
  const pids: number[] = []
  try {
    const port = Number(await lineWith('port'))
    pids.push(Number(await lineWith('pid')))
    await lineWith('Press Ctrl+C')

    const statuses: (number | string)[] = []
    let longestMs = 0
    let isAsking = true
    const ask = async () => {
      while (isAsking) {
        const start = performance.now()
        statuses.push(await statusOf(port))
        longestMs = Math.max(longestMs, performance.now() - start)
        await delay(20)
      }
    }
    const asking = [ask(), ask(), ask(), ask()]
    await delay(500)
    process.kill(pids[0] ?? NaN, 'SIGTERM')
    pids.push(Number(await lineWith('pid')))
    const before = statuses.length
    await lineWith('Press Ctrl+C')
    await delay(500)
    isAsking = false
    await Promise.all(asking)

    console.log(`${statuses.length} requests through a restart, the longest took ${Math.round(longestMs)} ms`)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(before).toBeGreaterThan(0)
    expect(statuses.length).toBeGreaterThan(before)
  } finally {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGTERM')
    if (pids.length < 2) holder.kill()
    await ended
    rmSync(dataDir, { recursive: true })
  }
})

/** Status of one request on its own connection, or why there isn't one. */
function statusOf(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
