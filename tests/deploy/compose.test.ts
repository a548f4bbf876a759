import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/run.ts'
import { STOP_MS } from '../../src/server/main.ts'
import { parseSettings, SETTINGS } from '../../src/server/settings/settings.ts'
import { placeOf } from '../../src/store/engines/postgres/prepareDatabase.ts'
import { said, stagesOf } from './dockerfile.ts'

interface Service {
  image?: string
  build?: string | { context: string; dockerfile: string }
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  command?: string | string[]
  depends_on?: string[]
  ports?: string[]
  volumes?: string[]
  stop_grace_period?: string
  init?: boolean
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const read = (file: string) => readFileSync(join('deploy', file), 'utf8')
const image = stagesOf('deploy/Dockerfile').at(-1)!

/** A setting as Compose passes it on, with each variable replaced by its name. */
const filled = (value: string) =>
  value.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => name.toLowerCase().replaceAll('_', '-'))

describe.each(['compose.yml', 'compose.cluster.yml'])('%s', (file) => {
  const { services, volumes } = parse(read(file), { merge: true }) as Compose
  const all = Object.values(services)
  const servers = Object.entries(services).filter(
    ([, { build, command }]) =>
      typeof build === 'object' && build.dockerfile === 'deploy/Dockerfile' && command === undefined,
  )
  const mounts = all.flatMap(({ volumes = [] }) =>
    volumes.map((mount) => mount.split(':') as [string, string]),
  )

  test('builds existing folders and mounts existing files', () => {
    const contexts = all.flatMap(({ build }) =>
      build === undefined
        ? []
        : typeof build === 'string'
          ? join(build, 'Dockerfile')
          : [join(build.context, build.dockerfile)],
    )
    const files = mounts.map(([source]) => source).filter((source) => source.startsWith('.'))
    expect(files).toContain('./Caddyfile')
    expect([...contexts, ...files].filter((path) => !existsSync(join('deploy', path)))).toEqual([])
    expect(all.filter(({ image, build }) => (image === undefined) === (build === undefined))).toEqual([])
  })

  test('uses only the volumes that it declares', () => {
    const named = mounts.map(([source]) => source).filter((source) => !source.startsWith('.'))
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)))
  })

  test('gives each server only valid settings, and the embedded database its volume', () => {
    expect(servers.length).toBeGreaterThan(0)
    const known: string[] = Object.values(SETTINGS).map(({ env }) => env)
    for (const [, { environment = {}, env_file, volumes = [] }] of servers) {
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
      const settings = Object.entries(environment).map(([name, value]) => [name, filled(value)])
      expect(parseSettings(Object.fromEntries(settings))).toMatchObject({
        trustProxy: ['uniquelocal'],
        operatorHosts: ['operator-host'],
      })
      expect(env_file).toEqual([{ path: 'leadloom.env', required: false }])
      const folder = environment['DATABASE_URL'] === undefined ? said(image, 'VOLUME') : []
      expect(volumes.map((mount) => mount.split(':')[1])).toEqual(folder)
    }
  })

  test('starts services after those they need', () => {
    const needed = all.flatMap(({ depends_on = [] }) => depends_on)
    expect(needed.filter((name) => !(name in services))).toEqual([])
    expect(
      Object.keys(services)
        .filter((name) => !needed.includes(name))
        .toSorted(),
    ).toEqual(['backup', 'proxy'])
  })

  test('makes a backup a day, keeps 14 days of them, and retries soon if one fails', async () => {
    const { command, init, volumes: own = [] } = services['backup']!
    expect(init).toBe(true)
    const [shell, option, script] = command as string[]
    expect([shell, option]).toEqual(['sh', '-c'])
    const [, makes] = /^while :; do (.+) && sleep 1d \|\| sleep 10m; done$/.exec(script!)!
    expect(spawnSync('sh', ['-n', '-c', script!]).status).toBe(0)
    const folders = own.map((mount) => mount.split(':')[1]!)
    if (makes!.startsWith('leadloom ')) {
      expect(makes).toBe(`leadloom backup --into ${folders[1]} --keep 14 --encrypt`)
      const { options } = await COMMANDS.backup()
      for (const [word] of makes!.matchAll(/--\w+/g)) expect(Object.keys(options)).toContain(word.slice(2))
      expect(folders[0]).toBe(said(image, 'VOLUME')[0])
      expect(said(image, 'RUN').join()).toContain(` ${folders[1]} `)
    } else {
      expect(makes).toBe('/etc/patroni/backup.sh')
      expect(services['backup']!.environment).toMatchObject({
        KEEP: '14',
        PGHOST: 'database',
        PGPORT: '5433',
      })
      expect(folders).toEqual(['/archive'])
    }
  })

  test('gives each server enough time to stop', () => {
    for (const [, { stop_grace_period }] of servers)
      expect(Number(stop_grace_period!.replace(/s$/, ''))).toBeGreaterThan(STOP_MS / 1000)
  })

  test('exposes only the proxy to visitors, and the proxy reaches every server at its port', () => {
    const shown = Object.entries(services).filter(([, { ports = [] }]) =>
      ports.some((port) => !port.startsWith('127.0.0.1:')),
    )
    expect(shown.map(([name]) => name)).toEqual(['proxy'])
    const { environment = {}, ports, volumes = [] } = services['proxy']!
    expect(ports).toEqual(['80:80', '443:443', '443:443/udp'])
    expect(environment['SERVERS']!.split(' ')).toEqual(
      servers.map(([name]) => `${name}:${said(image, 'EXPOSE')[0]}`),
    )
    const variables = [...read('Caddyfile').matchAll(/\{\$(\w+)(:?)/g)]
    expect(Object.keys(environment).filter((name) => !variables.some(([, read]) => read === name))).toEqual(
      [],
    )
    const needed = variables.flatMap(([, name, otherwise]) => (otherwise === '' ? [name!] : []))
    expect(needed.filter((name) => !(name in environment))).toEqual([])
    for (const [, server] of servers)
      expect(server.environment!['OPERATOR_HOST']).toBe(environment['OPERATOR_HOST'])
    // The paths at which its image looks for the file, and stores certificates.
    expect(volumes).toEqual(['./Caddyfile:/etc/caddy/Caddyfile:ro', 'certificates:/data'])
  })

  test('contains no password', () => {
    const values = all.flatMap(({ environment = {} }) => Object.entries(environment))
    const secret = values.filter(([name]) => /PASSWORD|SECRET|KEY/.test(name))
    expect(secret.filter(([, value]) => !/^\$\{\w+(:\?[^}]*)?\}$/.test(value))).toEqual([])
    const addresses = values.map(([, value]) => value).filter((value) => /:\/\/[^/]*@/.test(value))
    expect(addresses.filter((address) => !/:\$\{\w+(:\?[^}]*)?\}@/.test(address))).toEqual([])
  })
})

describe('the database of compose.cluster.yml', () => {
  const { services } = parse(read('compose.cluster.yml'), { merge: true }) as Compose
  const patroni = parse(read('postgres/patroni.yml')) as {
    etcd3: { hosts: string }
    restapi: { listen: string }
    bootstrap: { dcs: Record<string, unknown>; post_bootstrap: string }
    postgresql: { listen: string; data_dir: string; bin_dir: string; parameters: Record<string, string> }
  }
  const haproxy = read('postgres/haproxy.cfg')
  const nodes = Object.entries(services).filter(([, { environment }]) => environment?.['PATRONI_NAME'])
  const names = nodes.map(([name]) => name)
  const [docker] = stagesOf('deploy/postgres/Dockerfile')
  const portOf = (address: string) => address.split(':')[1]

  test('is three, each with its own name, address and volume', () => {
    expect(names).toEqual(['postgres1', 'postgres2', 'postgres3'])
    for (const [name, { environment, volumes }] of nodes) {
      expect(environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:${portOf(patroni.postgresql.listen)}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:${portOf(patroni.restapi.listen)}`,
      })
      const [own, archive] = volumes!.map((mount) => mount.split(':') as [string, string])
      expect(own![0]).toBe(name)
      expect(patroni.postgresql.data_dir.startsWith(`${own![1]}/`)).toBe(true)
      expect(patroni.postgresql.parameters['archive_command']).toContain(`${archive![1]}/%f`)
    }
  })

  test('acknowledges only what a standby has, and archives its log', () => {
    expect(patroni.bootstrap.dcs).toMatchObject({ synchronous_mode: 'quorum', synchronous_mode_strict: true })
    expect(patroni.postgresql.parameters).toMatchObject({ archive_mode: 'on' })
    const version = /^postgres:(\d+)-/.exec(said(docker!, 'FROM')[0]!)![1]
    expect(patroni.postgresql.bin_dir).toBe(`/usr/lib/postgresql/${version}/bin`)
  })

  test.each([
    ['DATABASE_URL', 'primary'],
    ['REPORTS_URL', 'replica'],
  ])('%s leads to the %s', (setting, role) => {
    const urls = Object.values(services).flatMap(({ environment }) => environment?.[setting] ?? [])
    expect(urls.length).toBeGreaterThanOrEqual(3)
    const section = haproxy
      .split(/^listen /m)
      .find((text) => text.includes(`option httpchk HEAD /${role}\n`))!
    const bound = /^ *bind :(\d+)$/m.exec(section)![1]
    for (const url of urls) expect(placeOf(filled(url))).toBe(`database:${bound}/leadloom`)
    const led = [...section.matchAll(/^ *server (\S+) (\S+)$/gm)].map(([, name, address]) => [name, address])
    expect(led).toEqual(names.map((name) => [name, `${name}:${portOf(patroni.postgresql.listen)}`]))
    expect(haproxy).toContain(` port ${portOf(patroni.restapi.listen)} `)
    const [, config] = /^haproxy -db -f (\S+)$/.exec(services['database']!.command as string)!
    const copied = said(docker!, 'COPY')[0]!.split(' ')
    expect(copied.slice(0, -1).map((name) => copied.at(-1)! + name)).toContain(config)
    expect(said(docker!, 'RUN').join()).toContain(' haproxy')
  })

  test('is created with the user and password of that address', () => {
    const sql = read('postgres/database.sql')
    expect(patroni.bootstrap.post_bootstrap).toMatch(/ --file=\/etc\/patroni\/database\.sql$/)
    const { username, pathname } = new URL(filled(services['server1']!.environment!['DATABASE_URL']!))
    expect(sql).toContain(`CREATE ROLE ${username} LOGIN`)
    expect(sql).toContain(`CREATE DATABASE ${pathname.slice(1)} OWNER ${username}`)
    const [, variable] = /^\\getenv password (\w+)$/m.exec(sql)!
    for (const [, { environment }] of nodes) expect(environment![variable!]).toBe('${DATABASE_PASSWORD}')
    expect(services['server1']!.environment!['DATABASE_URL']).toContain(':${DATABASE_PASSWORD:?}@')
  })

  test('uses three etcd members that know each other', () => {
    const etcd = Object.keys(services).filter((name) => String(services[name]!.command).startsWith('etcd '))
    expect(etcd).toEqual(['etcd1', 'etcd2', 'etcd3'])
    expect(patroni.etcd3.hosts).toBe(etcd.map((name) => `${name}:2379`).join(','))
    const cluster = etcd.map((name) => `${name}=http://${name}:2380`).join(',')
    expect(said(docker!, 'ENV').join()).toContain(`ETCD_INITIAL_CLUSTER=${cluster}`)
    for (const name of etcd) {
      expect(services[name]!.command).toContain(`--name ${name} `)
      expect(services[name]!.command).toContain(`--advertise-client-urls http://${name}:2379`)
      expect(services[name]!.command).toContain(`--initial-advertise-peer-urls http://${name}:2380`)
      const [volume, folder] = services[name]!.volumes![0]!.split(':')
      expect(volume).toBe(name)
      expect(said(docker!, 'ENV').join()).toContain(`ETCD_DATA_DIR=${folder}/`)
    }
  })
})
