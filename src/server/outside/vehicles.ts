import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../../../schemas/visitor/page.ts'
import { pack, sendPacked } from '../http/packed.ts'
import { refusal } from '../kernel/problem.ts'
import type { Store } from '../../store/store.ts'
import { loadingCache } from '../kernel/caches.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Makes and models by model year. */
export type VehicleYears = Record<string, Catalog>

/** The vehicle catalog as served: the built-in one, with an operator's import on top. */
export interface Vehicles {
  /** Changes with the catalog. */
  revision: string
  years: VehicleYears
}

/** Name under which `leadloom vehicles import` saves its file in the store. */
export const IMPORTED = 'vehicles.json'

/** The catalog, reread when any process imported another file; its digest is checked at most once in LOOK_MS. While the store can't be
 *  read, the catalog stays the same. `folder`: one file per model year, such as 1992.json. */
export function vehicles(
  folder: string,
  { store, now }: { store: Pick<Store, 'importedDigest' | 'importedFile'>; now: () => number },
): () => Promise<Vehicles> {
  const servedOver = (imported: VehicleYears): Vehicles => {
    const years = merged(builtIn(folder), imported)
    return { years, revision: hash('sha256', JSON.stringify(years), 'base64url').slice(0, 12) }
  }
  let lookedAt = -Infinity
  let current: { digest: string | null; vehicles: Vehicles } | undefined
  const look = async () => {
    const digest = await store.importedDigest(IMPORTED)
    if (current && digest === current.digest) return
    const file = await store.importedFile(IMPORTED)
    const years = file === null ? {} : (JSON.parse(file) as VehicleYears)
    current = { digest, vehicles: servedOver(years) }
  }
  let looking: Promise<void> = Promise.resolve()
  return async () => {
    if (now() - lookedAt >= LOOK_MS) {
      lookedAt = now()
      looking = look().catch(() => {})
    }
    await looking
    current ??= { digest: null, vehicles: servedOver({}) }
    return current.vehicles
  }
}

const LOOK_MS = 1000

/** Merges the years of `over` into those of `under`. A make or model that already exists, in any case, keeps its name. */
export function merged(under: VehicleYears, over: VehicleYears): VehicleYears {
  const years: VehicleYears = { ...under }
  for (const [year, makes] of Object.entries(over)) {
    const all: Catalog = { ...years[year] }
    for (const [make, models] of Object.entries(makes)) {
      const name = like(Object.keys(all), make) ?? make
      const known = all[name] ?? []
      const more = models.filter((model) => like(known, model) === undefined)
      all[name] = [...known, ...more].sort(byName)
    }
    years[year] = Object.fromEntries(Object.entries(all).sort(([a], [b]) => byName(a, b)))
  }
  return years
}

/** Catalog files as shipped; empty if the folder doesn't exist. */
export function builtIn(folder: string): VehicleYears {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => MODEL_YEAR.test(file)) : []
  return Object.fromEntries(
    files.map((file) => [file.slice(0, 4), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalog]),
  )
}

/** Serves /main/vehicles/<year>.json. With the revision in the address, browsers keep it for good. */
export function registerVehicles(
  app: FastifyInstance,
  { vehicles }: { vehicles: () => Promise<Vehicles> },
): void {
  const packed = loadingCache(PACKED_YEARS, async (key: string) => {
    const [year = ''] = key.split(' ')
    return pack(JSON.stringify((await vehicles()).years[year]))
  })
  app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
    '/main/vehicles/:file',
    async (request, reply) => {
      const { params, query } = request
      const { years, revision } = await vehicles()
      const year = MODEL_YEAR.test(params.file) ? nearestYear(years, params.file.slice(0, 4)) : undefined
      const found = year === undefined ? null : await packed.get(`${year} ${revision}`)
      if (!found) throw refusal(404, REFUSALS.noModelYear)
      reply.header('cache-control', query.v === revision ? FOREVER : A_DAY)
      return sendPacked(request, reply.type('application/json; charset=utf-8'), found)
    },
  )
}

const PACKED_YEARS = 200
const MODEL_YEAR = /^\d{4}\.json$/
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** The catalog's year for a model year. A year newer than the catalog gets its newest one, because makes and models change little. */
function nearestYear(years: VehicleYears, asked: string): string | undefined {
  const newest = Object.keys(years).sort().at(-1)
  return newest !== undefined && asked > newest ? newest : Object.hasOwn(years, asked) ? asked : undefined
}

function like(names: readonly string[], name: string): string | undefined {
  return names.find((known) => known.toLowerCase() === name.toLowerCase())
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })
