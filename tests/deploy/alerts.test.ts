import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { serveMetrics } from '../../src/server/metrics/metrics.ts'
import { running } from '../server/running.ts'

interface Alerts {
  groups: { name: string; rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}

const { groups } = parse(readFileSync('deploy/alerts.yml', 'utf8')) as Alerts
const rules = groups.flatMap((group) => group.rules)

test('each alert says what it is about and what helps, under a name of its own', () => {
  expect(rules.length).toBeGreaterThan(5)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(['summary', 'description'])
})

test('alerts look at what the server shows', async () => {
  const { ctx } = await running()
  const metrics = await serveMetrics(ctx.metrics, { host: '127.0.0.1', port: 0 })
  const { port } = metrics.address() as { port: number }
  try {
    const shown = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const names = new Set(
      [...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : name!,
      ),
    )
    const asked = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\b(leadloom|nodejs|process)_\w+/g)].map(([name]) => name),
    )
    expect(asked.filter((name) => !names.has(name))).toEqual([])
    expect(asked.length).toBeGreaterThanOrEqual(rules.length - 1)
  } finally {
    metrics.close()
  }
})
