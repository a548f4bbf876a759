import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import type { World } from './context.ts'
import { readBuyers } from './delivery/buyersFile.ts'
import { startDelivery } from './delivery/start.ts'
import { serveMetrics } from './metrics.ts'
import { firstOperator } from './operators.ts'
import { publishNewSites } from './publish.ts'
import { startRetention } from './retention.ts'
import { parseSettings, type Settings } from './settings.ts'
import { openSqlite } from './store/sqlite/open.ts'

/** A server that listens. `stop` lets what is under way finish, then closes the store. */
export interface Serving {
  url: string
  /** The paths that have a live flow. */
  paths: string[]
  /** Set when the first operator was made just now: the password is to be read here and nowhere else. */
  login: { name: string; password: string } | null
  stop(): Promise<void>
}

/** Starts the server that `env` describes; SIGTERM and SIGINT stop it.
 *  Rejects with a plain sentence when a setting, the database or the port cannot be used, and leaves nothing open. */
export async function serve(env: NodeJS.ProcessEnv): Promise<Serving> {
  const world = await openWorld(parseSettings(env))
  const { store, settings } = world
  const closing: (() => Promise<unknown>)[] = [() => store.close()]
  const stop = once(async () => {
    for (const close of closing) await close()
  })
  try {
    await publishNewSites(store, world.folders.sites, world.now())
    const { app, ctx } = await buildApp(world)
    closing.unshift(() => app.close())
    const delivering = await startDelivery(ctx, app.log)
    closing.unshift(() => delivering.stop())
    const retention = startRetention(ctx, app.log)
    closing.unshift(() => retention.stop())
    const { host, port, metricsPort } = settings
    const address = await app.listen({ host, port }).catch(taken('PORT'))
    if (metricsPort !== null) {
      const metrics = await serveMetrics(ctx.metrics, { host, port: metricsPort }).catch(
        taken('METRICS_PORT'),
      )
      closing.unshift(async () => metrics.close())
    }
    const login = await firstOperator(world)
    onSignals(stop)
    return { url: settings.publicUrl ?? address, paths: await ctx.versions.livePaths(), login, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What the server runs in: the one place that names a store's engine and reads clock and random numbers. */
export async function openWorld(settings: Settings): Promise<World> {
  const root = join(import.meta.dirname, '..', '..')
  return {
    settings,
    buyers: settings.buyersFile === null ? new Map() : readBuyers(settings.buyersFile),
    store: await openSqlite({ dataDir: settings.dataDir }),
    now: Date.now,
    random: randomBytes,
    folders: {
      visitor: join(root, 'dist', 'visitor'),
      stats: join(root, 'dist', 'stats'),
      render: join(root, 'dist', 'render'),
      sites: join(root, 'fixtures', 'sites'),
      vehicles: join(root, 'fixtures', 'vehicles'),
    },
  }
}

/** A second signal ends the process at once, as it would without us. */
function onSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

function taken(port: string) {
  return (error: NodeJS.ErrnoException): never => {
    const reason = REASONS[error.code ?? '']?.(port) ?? `${port}: it cannot be listened on`
    throw new Error(`${reason} (${error.message}).`)
  }
}

const REASONS: Record<string, (port: string) => string> = {
  EADDRINUSE: (port) => `${port}: another program listens there`,
  EACCES: (port) => `${port}: this user may not listen there`,
  EADDRNOTAVAIL: () => 'HOST: this machine has no such address',
  ENOTFOUND: () => 'HOST: there is no such name',
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined
  return () => (acting ??= act())
}
