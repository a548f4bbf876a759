import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { serveMetrics } from '../../src/server/metrics/metrics.ts'
import { running } from '../server/running.ts'

interface Rule {
  alert: string
  expr: string
  for?: string
  annotations: Record<string, string>
}

const { groups } = parse(readFileSync('deploy/alerts.yml', 'utf8')) as {
  groups: { name: string; rules: Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
}
const drawn = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }) => ({ name: title, expr, words: legendFormat })),
)
const expressions = [
  ...rules.map(({ alert, expr, annotations }) => ({
    name: alert,
    expr,
    words: Object.values(annotations).join(' '),
  })),
  ...drawn,
]

/** Labels that Prometheus adds to each metric, and its own metric that says if a scrape succeeded. */
const OF_PROMETHEUS = { labels: ['job', 'instance'], metric: 'up' }

interface Shown {
  help: string
  labels: readonly string[]
}

/** Metrics that a server shows, by the names that expressions use, with their labels. */
async function scraped(): Promise<Map<string, Shown>> {
  let end = async () => {}
  const { ctx } = await running({ until: (ending) => (end = ending) })
  const { registry } = ctx.metrics
  const metrics = await serveMetrics(ctx.metrics, { host: '127.0.0.1', port: 0 })
  const { port } = metrics.address() as { port: number }
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.status).toBe(200)
    const text = await response.text()
    const shown = new Map<string, Shown>()
    for (const [, name = '', help = '', type] of text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)) {
      const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] }
      const labels = [...labelNames, ...OF_PROMETHEUS.labels]
      if (type === 'histogram')
        for (const ending of ['bucket', 'count', 'sum'])
          shown.set(`${name}_${ending}`, { help, labels: [...labels, 'le'] })
      else shown.set(name, { help, labels })
    }
    return shown
  } finally {
    metrics.close()
    await end()
  }
}

const namesIn = (expr: string) =>
  [...expr.matchAll(/\b(?:leadloom|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name)

test('each alert has its own name, and says what it’s about and what helps', () => {
  expect(rules.length).toBeGreaterThan(20)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, for: lasting = '0s', annotations } of rules) {
    expect(alert).toMatch(/^Leadloom[A-Z][A-Za-z]+$/)
    expect(lasting).toMatch(/^\d+[smh]$/)
    expect(Object.keys(annotations)).toEqual(['summary', 'description'])
    for (const words of Object.values(annotations)) expect(words).toMatch(/\w.*\.$/s)
  }
})

describe('a metric in alerts and the dashboard', async () => {
  const shown = await scraped()

  test.each(expressions)('$name: $expr', ({ expr, words }) => {
    const names = namesIn(expr)
    expect(names.length).toBeGreaterThan(0)
    const ours = names.filter((name) => name !== OF_PROMETHEUS.metric)
    expect(ours.filter((name) => !shown.has(name))).toEqual([])
    const known = new Set(ours.flatMap((name) => shown.get(name)!.labels).concat(OF_PROMETHEUS.labels))
    const matchers = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', text = '']) =>
      [...text.matchAll(/(\w+)(?:=~|!~|!=|=)"[^"]*"/g)].map(([, label]) => [name, label!] as const),
    )
    for (const [name, label] of matchers)
      expect(shown.get(name)?.labels ?? OF_PROMETHEUS.labels).toContain(label)
    const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(', '))
    const named = [...words.matchAll(/\{\{ ?\$?(?:labels\.)?(\w+) ?\}\}/g)].map(([, label]) => label!)
    expect([...grouped, ...named].filter((label) => !known.has(label))).toEqual([])
    // Results grouped by other labels lack the label that the message names.
    if (grouped.length > 0) expect(named.filter((label) => !grouped.includes(label))).toEqual([])
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expr.split(open!).length, `${open} and ${close}`).toBe(expr.split(close!).length)
  })

  test('is one that Leadloom exposes, with its unit and a sentence of help', () => {
    const asked = new Set(expressions.flatMap(({ expr }) => namesIn(expr)))
    const ours = [...shown].filter(
      ([name]) => name.startsWith('leadloom_') && !/_(sum|count|bucket)$/.test(name),
    )
    expect(ours.filter(([name]) => !UNITS.test(name)).map(([name]) => name)).toEqual([])
    expect(ours.filter(([, { help }]) => !/^\w.*\.$/.test(help)).map(([name]) => name)).toEqual([])
    expect(
      ours.map(([name]) => name).filter((name) => !asked.has(name) && !SHOWN_ONLY.includes(name)),
    ).toEqual([])
  })
})

/** Unit, thing counted, or state that is 1 or 0. */
const UNITS =
  /_(seconds|bytes|total|up|troubles|leases|writes|deliveries|mails|pixel_events|webhook_messages|postbacks|unbooked|standbys|connections|lookups)$/

/** Counts that signal no trouble, or that another alert covers. */
const SHOWN_ONLY = ['leadloom_unreadable_requests_total', 'leadloom_contact_parameters_total']
