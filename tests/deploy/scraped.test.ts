import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { serveMetrics } from '../../src/server/metrics/metrics.ts'
import { parseSettings, SETTINGS } from '../../src/server/settings/settings.ts'
import { running } from '../server/running.ts'
import { said, stagesOf } from './dockerfile.ts'

interface Compose {
  services: Record<string, { environment?: Record<string, string>; ports?: string[]; build?: unknown }>
}
interface Prometheus {
  rule_files: string[]
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
}

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const targetsOf = (file: string) => {
  const { scrape_configs } = parse(read(file)) as Prometheus
  return scrape_configs.flatMap(({ static_configs }) => static_configs).flatMap(({ targets }) => targets)
}

/** Address where each setup is scraped, as this machine sees it, and the settings of the server behind it. */
const SETUPS: [
  file: string,
  scraped: () => { target: string; port: string; env: Record<string, string> }[],
][] = [
  [
    'systemd/leadloom.service',
    () => {
      const lines = [...read('systemd/leadloom.service').matchAll(/^Environment=(.*)$/gm)]
      const env = Object.fromEntries(
        lines.flatMap(([, line]) => line!.split(' ').map((pair) => pair.split('=') as [string, string])),
      )
      const { metricsHost, metricsPort } = parseSettings(env)
      return [{ target: `${metricsHost}:${metricsPort}`, port: String(metricsPort), env }]
    },
  ],
  ['compose.yml', () => published('compose.yml')],
  ['compose.cluster.yml', () => published('compose.cluster.yml')],
]

function published(file: string) {
  const { services } = parse(read(file), { merge: true }) as Compose
  const image = Object.fromEntries(
    said(stagesOf('deploy/Dockerfile').at(-1)!, 'ENV').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('=') as [string, string]),
    ),
  )
  return Object.values(services)
    .filter(({ environment }) => environment?.['METRICS_PORT'] !== undefined)
    .map(({ environment, ports }) => {
      const [address, outer, inner] = ports![0]!.split(':') as [string, string, string]
      expect(ports).toHaveLength(1)
      const own = Object.entries(environment!).filter(([, value]) => !value.includes('${'))
      return { target: `${address}:${outer}`, port: inner, env: { ...image, ...Object.fromEntries(own) } }
    })
}

describe.each(SETUPS)('%s', (file, scraped) => {
  test('scrapes its servers where they listen, and only on this machine', async () => {
    const servers = scraped()
    const config = file === 'compose.cluster.yml' ? 'prometheus.cluster.yml' : 'prometheus.yml'
    expect(servers.map(({ target }) => target)).toEqual(targetsOf(config))
    for (const { target, port, env } of servers) {
      expect(target).toMatch(/^127\.0\.0\.1:\d+$/)
      const settings = parseSettings(env)
      expect(String(settings.metricsPort)).toBe(port)
      // A container is scraped from outside, and only there may the metrics listen on every address.
      expect(settings.metricsHost).toBe(file.startsWith('compose') ? '0.0.0.0' : '127.0.0.1')
      const { ctx } = await running()
      const metrics = await serveMetrics(ctx.metrics, { host: settings.metricsHost, port: 0 })
      const { port: bound } = metrics.address() as { port: number }
      const answer = await fetch(`http://127.0.0.1:${bound}/metrics`)
      metrics.close()
      expect([answer.status, (await answer.text()).includes('leadloom_store_up 1')]).toEqual([200, true])
    }
  })

  test('shows no visitor the metrics', async () => {
    const ports = scraped().map(({ port }) => port)
    expect(ports).not.toContain(SETTINGS.port.default)
    const { services } = file.startsWith('compose')
      ? (parse(read(file), { merge: true }) as Compose)
      : { services: {} as Compose['services'] }
    const led = services['proxy']?.environment?.['SERVERS'] ?? '127.0.0.1:3000'
    expect(led.split(' ').filter((server) => ports.includes(server.split(':')[1]!))).toEqual([])
    expect(read('Caddyfile')).not.toMatch(/9464|metrics/)
    const { send } = await running()
    expect((await send({ url: '/metrics' })).body).not.toContain('leadloom_store')
  })
})

test('each Prometheus reads alerts.yml, with the job name that the alerts use', () => {
  for (const file of ['prometheus.yml', 'prometheus.cluster.yml']) {
    const { rule_files, scrape_configs } = parse(read(file)) as Prometheus
    expect(rule_files).toEqual(['alerts.yml'])
    expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['leadloom'])
  }
})
