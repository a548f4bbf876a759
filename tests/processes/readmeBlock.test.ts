import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'leadloom-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Commands of README's block in their order. `dev` runs until it is stopped and has a test of its own. */
const COMMANDS = [
  ...readFileSync('README.md', 'utf8').matchAll(/^npx --no (?:-- )?leadloom (.+?) *(?:#.*)?$/gm),
]
  .map(([, words]) => words!.split(' '))
  .filter(([name]) => name !== 'dev')

test('the commands of the README run as typed, in order, in a fresh folder', () => {
  expect(COMMANDS.map(([name]) => name)).toContain('publish')
  const env = { ...process.env, NODE_NO_WARNINGS: '1', DATA_DIR: join(folder, 'data') }
  const ends = COMMANDS.map((words) => {
    const launcher = resolve('src/cli/leadloom.js')
    const { status, stderr } = spawnSync(process.execPath, [launcher, ...words], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return [words.join(' '), status, status === 0 ? '' : stderr]
  })
  expect(ends).toEqual(COMMANDS.map((words) => [words.join(' '), 0, '']))
})
