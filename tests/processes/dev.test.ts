import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../server/freePort.ts'
import { layPlaceholders } from '../server/placeholders.ts'

/** Runs `npm run dev` without its build, until it prints its address. */
async function developing(env: Record<string, string>): Promise<string> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-dev-'))
  await layPlaceholders(DATA_DIR)
  const port = await freePort()
  const child = spawn(process.execPath, ['src/dev/main.ts'], {
    env: { ...process.env, DATA_DIR, PORT: String(port), NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
    rmSync(DATA_DIR, { recursive: true })
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Open ')) break
  return `http://localhost:${port}`
}

test('npm run dev lets an operator log in and save through Vite', async () => {
  const password = 'correct horse battery'
  const origin = await developing({ OPERATOR_PASSWORD: password })
  // Headers that a browser sends from the page at this address.
  const headers = { origin, 'content-type': 'application/json' }
  const login = await fetch(`${origin}/api/reports/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'operator', password }),
  })
  expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('"role":"admin"')])
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  const logout = await fetch(`${origin}/api/reports/logout`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{}',
  })
  expect(logout.status).toBe(204)
})
