import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'

/** Tests of the files that the server and commands write, as processes with a umask that hides nothing or as much as usual. */

const SECRETS_KEY = 'a'.repeat(32)

function folderOf() {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const COMMAND = ['-c', 'umask "$0"; exec "$@"'] as const
const argsOf = (umask: string, words: string[]) => [
  ...COMMAND,
  umask,
  process.execPath,
  'src/cli/leadloom.js',
  ...words,
]

/** Modes of everything in a folder, and of the folder. */
const modesIn = (folder: string) =>
  Object.fromEntries(
    ['.', ...readdirSync(folder)].map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  )

async function serve(umask: string, env: Record<string, string>) {
  const child = spawn('sh', argsOf(umask, ['serve']), {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', SECRETS_KEY, ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part))
  await expect.poll(() => printed, { timeout: 120_000 }).toContain('Press Ctrl+C to stop')
  return {
    printed: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

test.each(['000', '022'])('umask %s: everything written is readable only by its user', async (umask) => {
  const around = folderOf()
  const DATA_DIR = join(around, 'data')
  const server = await serve(umask, { DATA_DIR })
  const copy = join(around, 'copy.db')
  const backUp = spawnSync('sh', argsOf(umask, ['backup', copy]), { env: { ...process.env, DATA_DIR } })
  expect(String(backUp.stderr) + String(backUp.stdout)).toContain('checked')
  const modes = modesIn(DATA_DIR)
  await server.stop()
  expect(modes).toMatchObject({
    '.': '700',
    'leadloom.db': '600',
    'leadloom.db-wal': '600',
    'leadloom.db-shm': '600',
  })
  expect(Object.entries(modes).filter(([name, mode]) => name !== '.' && mode !== '600')).toEqual([])
  expect(modesIn(around)['copy.db']).toBe('600')
  expect(server.printed()).not.toMatch(/Other users|SECRETS_KEY/)
  const restored = spawnSync('sh', argsOf(umask, ['restore', copy]), { env: { ...process.env, DATA_DIR } })
  expect(String(restored.stdout) + String(restored.stderr)).toContain('checked')
  expect(Object.entries(modesIn(DATA_DIR)).filter(([name, mode]) => name !== '.' && mode !== '600')).toEqual(
    [],
  )
})

test('the start restricts a folder that others could read, with one line, and warns without SECRETS_KEY', async () => {
  const DATA_DIR = folderOf()
  await layEmptyDatabase(DATA_DIR)
  const others = join(DATA_DIR, 'notes.txt')
  writeFileSync(others, '')
  for (const path of [others, join(DATA_DIR, 'leadloom.db')]) chmodSync(path, 0o666)
  chmodSync(DATA_DIR, 0o777)
  const server = await serve('022', { DATA_DIR, SECRETS_KEY: '' })
  const modes = modesIn(DATA_DIR)
  await server.stop()
  expect(modes).toMatchObject({
    '.': '700',
    'leadloom.db': '600',
    'leadloom.db-wal': '600',
    'notes.txt': '666',
  })
  expect(server.printed().match(/Other users of this machine could read/g)).toHaveLength(1)
  expect(server.printed().match(/SECRETS_KEY isn't set/g)).toHaveLength(1)
})
