import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, onTestFinished, test } from 'vitest'
import { COMMANDS } from '../../src/cli/run.ts'

const page = readFileSync('deploy/README.md', 'utf8')
/** Commands that the page shows to type, one per line. */
const typed = [...page.matchAll(/```sh\n([^]*?)```|`([^`\n]+)`/g)]
  .map(([, block, words]) => (block ?? words)!.replace(/\\\n\s*/g, ''))
  .join('\n')
  .replaceAll('cluster ', 'docker compose -f deploy/compose.cluster.yml ')
const all = (pattern: RegExp) => [...typed.matchAll(pattern)].map((match) => match.slice(1) as string[])

interface Compose {
  name: string
  services: Record<string, { build?: unknown }>
  volumes: Record<string, null>
}

const composes = new Map(
  globSync('deploy/compose*.yml').map((file) => [
    file,
    parse(readFileSync(file, 'utf8'), { merge: true }) as Compose,
  ]),
)

test('deploy/README.md is one page: at most 10 kB', () => {
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(10_000)
})

test('it names each file of deploy', () => {
  const entries = readdirSync('deploy').filter((name) => name !== 'README.md' && !name.endsWith('env'))
  expect(entries.filter((name) => !page.includes(`](${name}`))).toEqual([])
})

test('its commands name existing compose files and services', () => {
  const files = all(/docker compose -f ([^\s']+)/g).map(([file]) => file!)
  expect(new Set(files)).toEqual(new Set(composes.keys()))
  const called = all(
    /docker compose -f (\S+) (?:exec|exec -T|run --rm|logs|up --detach --build) (\w+)(?= |$)/gm,
  )
  expect(called.length).toBeGreaterThan(6)
  const services = ([file]: string[]) => Object.keys(composes.get(file!)!.services)
  expect(called.filter((call) => !services(call).includes(call[1]!))).toEqual([])
})

test('its commands name images, networks, and volumes as Docker Compose does', () => {
  const known = [...composes.values()].flatMap(({ name, services, volumes }) => [
    `${name}_default`,
    ...Object.keys(volumes).map((volume) => `${name}_${volume}`),
    ...Object.entries(services).flatMap(([service, { build }]) => (build ? [`${name}-${service}`] : [])),
  ])
  const named = all(/(?<= )(leadloom[-_][\w-]+)(?=[ :]|$)/gm).map(([name]) => name!)
  expect(named).toContain('leadloom-cluster_archive')
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('its leadloom commands exist', () => {
  const called = all(/\bleadloom ([a-z]+)(?= |$)/gm).map(([name]) => name!)
  expect(called).toEqual(expect.arrayContaining(['backup', 'move']))
  expect(called.filter((name) => !(name in COMMANDS))).toEqual([])
})

test('archiving PostgreSQL’s log doesn’t overwrite anything, and the drill restores it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { postgresql } = parse(readFileSync('deploy/postgres/patroni.yml', 'utf8')) as {
    postgresql: { parameters: { archive_command: string } }
  }
  const [[restoring]] = all(/--restore_command='([^']+)'/g) as [[string]]
  const run = (command: string, path: string) => {
    const filled = command.replaceAll('/archive/', `${folder}/`).replaceAll('%f', 'segment')
    return spawnSync('sh', ['-c', filled.replaceAll('%p', join(folder, path))]).status
  }
  const archive = (path: string) => run(postgresql.parameters.archive_command, path)
  writeFileSync(join(folder, 'first'), 'what was written')
  writeFileSync(join(folder, 'other'), 'what another primary wrote')

  expect(run(restoring, 'restored')).not.toBe(0)
  expect(archive('first')).toBe(0)
  expect(archive('first')).toBe(0)
  expect(archive('other')).not.toBe(0)
  expect(run(restoring, 'restored')).toBe(0)
  expect(readFileSync(join(folder, 'restored'), 'utf8')).toBe('what was written')
})
