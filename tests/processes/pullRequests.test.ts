import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { afterAll, expect, test } from 'vitest'

/** Comment on a pull request's flows: deploy/github. */

interface Step {
  uses?: string
  run?: string
  env?: Record<string, string>
}

const WORKFLOW = parse(readFileSync('deploy/github/flows.yml', 'utf8')) as {
  permissions: Record<string, string>
  env: Record<string, string>
  jobs: { flows: { steps: Step[] } }
}
const SCRIPT = 'deploy/github/flows.sh'

/** A repository with two sites, one of them with scripts, and a site that will be removed. */
const REPOSITORY = mkdtempSync(join(tmpdir(), 'leadloom-pull-'))
afterAll(() => rmSync(REPOSITORY, { recursive: true }))

const git = (...words: string[]) => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  const { status, stdout, stderr } = spawnSync('git', [...who, ...words], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

/** Commits what `change` does to the sites. Returns what the script prints about it. */
function pullRequest(change: (sites: string) => void) {
  const base = git('rev-parse', 'HEAD')
  change(join(REPOSITORY, 'sites'))
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'change')
  const { status, stdout, stderr } = spawnSync(resolve(SCRIPT), {
    cwd: REPOSITORY,
    encoding: 'utf8',
    env: { ...process.env, ...WORKFLOW.env, BASE: base },
  })
  expect(stderr).toBe('')
  return { status, said: stdout.trim().split('\n') }
}

mkdirSync(join(REPOSITORY, 'node_modules', '.bin'), { recursive: true })
symlinkSync(resolve('src/cli/leadloom.js'), join(REPOSITORY, 'node_modules', '.bin', 'leadloom'))
writeFileSync(join(REPOSITORY, '.gitignore'), 'node_modules\n')
for (const site of ['kept', 'yardstick', 'old site'])
  cpSync('fixtures/sites/yardstick', join(REPOSITORY, 'sites', site), { recursive: true })
cpSync('fixtures/answers/yardstick-all.json', join(REPOSITORY, 'sites', 'yardstick', 'tests', 'all.json'))
git('init', '--quiet')
git('add', '--all')
git('commit', '--quiet', '--message', 'sites')

const inFlow = (sites: string, from: string, to: string) => {
  const file = join(sites, 'yardstick', 'flow.json')
  const flow = readFileSync(file, 'utf8')
  expect(flow).toContain(from)
  writeFileSync(file, flow.replace(from, to))
}

test('a pull request lists the changes of each changed site in words', () => {
  const { status, said } = pullRequest((sites) => {
    inFlow(sites, 'What happened?', 'What came to pass?')
    rmSync(join(sites, 'old site'), { recursive: true })
    cpSync(join(sites, 'kept'), join(sites, 'new'), { recursive: true })
  })
  expect(status).toBe(0)
  expect(said.filter((line) => line.startsWith('###'))).toEqual(['### new', '### old site', '### yardstick'])
  expect(said).toContain('  ~ question story, label: "What happened?" → "What came to pass?"')
  expect(said).toContain('This site is new.')
  expect(said[said.indexOf('### old site') + 1]).toBe('This site is gone.')
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
})

test('a flow’s problem fails the check, and is reported with its place', () => {
  const { status, said } = pullRequest((sites) => inFlow(sites, '"widget": "', '"widget": "x'))
  expect(status).toBe(1)
  expect(said.join('\n')).toMatch(/sites\/yardstick\/flow\.json:\d+:\d+/)
})

test('a change outside the sites isn’t a change to a flow', () =>
  expect(pullRequest(() => {})).toEqual({ status: 0, said: ['No flow changes.'] }))

test('the workflow runs the checked-in script, can only write comments, and puts no text of a pull request into a shell', () => {
  const { steps } = WORKFLOW.jobs.flows
  expect(steps.find(({ run }) => run?.startsWith(SCRIPT))?.env?.['BASE']).toContain('base.sha')
  expect(WORKFLOW.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([])
})
