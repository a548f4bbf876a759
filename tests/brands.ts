import { readdirSync, readFileSync } from 'node:fs'
import type { Flow, Site } from '../schemas/flow/flow.ts'

/** Brands of the demo sites, by path. */
export const BRANDS: Readonly<Record<string, Site>> = Object.fromEntries(
  readdirSync('fixtures/sites').map((path) => [path, brandOf(path)]),
)

export function brandOf(path: string): Site {
  const flow = JSON.parse(readFileSync(`fixtures/sites/${path}/flow.json`, 'utf8')) as Flow
  return flow.ui_config.site
}

/** A brand with nothing around the first question. */
const { landing: _, trust: __, ...plain } = brandOf('leadloom')
export const PLAIN_BRAND: Site = plain
