import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Flow } from '../../schemas/flow.ts'
import type { World } from './context.ts'
import { readBuyers } from './delivery/buyersFile.ts'
import { startPollingBuyers } from './buyers/pollBuyers.ts'
import { startDelivery } from './delivery/startDelivery.ts'
import type { Sending } from './delivery/sendDue.ts'
import { startCountingEarlier } from './jobs/countEarlier.ts'
import { startDroppingErased } from './jobs/dropErased.ts'
import { startForgetting } from './jobs/forgetPersons.ts'
import { startMailing } from './mail/startMailing.ts'
import { unsentMail } from './mail/warnUnsentMail.ts'
import { serveMetrics } from './metrics/metrics.ts'
import { firstOperator, type Login } from './operators/operators.ts'
import { readPixels } from './pixels/pixelsFile.ts'
import { startPixels } from './pixels/startPixels.ts'
import { pixelsWithoutAccess } from './pixels/warnPixelsWithoutAccess.ts'
import { keepBuild } from './pages/earlierBuilds.ts'
import { publishNewSites } from './publish/publishNewSites.ts'
import { startPublishingPlanned } from './jobs/publishPlanned.ts'
import { startWatchingLog } from './jobs/watchLog.ts'
import { startRetention } from './jobs/retention.ts'
import { startSharingBuckets } from './limits/shareBuckets.ts'
import { parseSettings, type Settings } from './settings/settings.ts'
import {
  backUp as copyDatabase,
  backupName,
  copiesBeside,
  dropOldBackups,
  recordBackup,
} from '../store/engines/sqlite/copies/backup.ts'
import { claim, isClaimed } from '../store/engines/sqlite/file/claim.ts'
import { databaseFile } from '../store/engines/sqlite/file/file.ts'
import { keepPrivate, writePrivately, type Narrowed } from '../store/engines/sqlite/file/private.ts'
import { openStore } from '../store/openStore.ts'
import { unusable } from '../store/unusable.ts'
import { restore as restoreDatabase, type Restored } from '../store/engines/sqlite/copies/restore.ts'
import { listenForOperators } from './origins/listenForOperators.ts'
import { isSeparated, operatorsOrigin } from './origins/side.ts'
import { whyUnsafe } from './origins/whyUnsafe.ts'
import { isOwnAddress } from './publish/ownAddresses.ts'
import { warnUnpublishedPaths } from './publish/warnUnpublishedPaths.ts'
import { disablePretenuring } from './http/disablePretenuring.ts'
import { passedSocket } from './http/passedSocket.ts'
import { startWebhooks } from './webhooks/startWebhooks.ts'
import { REFUSALS } from '../texts/callRefusals.ts'
import { NOTICES } from '../texts/operatorNotices.ts'
import { WRONG_SETTINGS } from '../texts/wrongSettings.ts'

/** A server that listens. `stop` lets what is under way finish, then closes the store. */
export interface Serving {
  url: string
  /** The operators' address, where it is another. */
  operatorsUrl: string | null
  /** The paths that have a live flow. */
  paths: string[]
  /** Set when the first operator was made just now. */
  login: Login | null
  stop(): Promise<void>
}

type Notice = (sentence: string) => void

/** Starts the server that `env` describes; SIGTERM and SIGINT stop it.
 *  `onUpgrade` gets a sentence when the database is to be brought to a newer schema. `shows`: how it shows the pages of drafts.
 *  Rejects with a plain sentence when a setting, the database or the port cannot be used, and leaves nothing open. */
export async function serve(
  env: NodeJS.ProcessEnv,
  onUpgrade: Notice = () => {},
  shows: Pick<World, 'openDraftPage'> = {},
): Promise<Serving> {
  disablePretenuring()
  const settings = parseSettings(env)
  const { narrowed, wide } = keepOwn(settings)
  const release = settings.databaseUrl === null ? claim(settings.dataDir) : () => {}
  const closing: (() => Promise<unknown>)[] = [async () => release()]
  const stop = once(async () => {
    for (const close of closing) await close()
  })
  try {
    const world = { ...(await openWorld(settings, onUpgrade)), ...shows }
    const { store } = world
    closing.unshift(() => store.close())
    const { productName } = settings
    const warnings: string[] = []
    const refuses = (flow: Flow) => whyUnsafe(flow, settings)
    const onWarning = (sentence: string) => void warnings.push(sentence)
    await publishNewSites(store, world.folders.sites, { productName, now: world.now(), onWarning, refuses })
    await keepBuild(store, world.folders, world.now())
    const { app, ctx } = await buildApp(world)
    for (const warning of warnings) app.log.warn(warning)
    if (narrowed.length > 0) app.log.warn({ files: narrowed }, NOTICES.narrowed)
    if (wide.length > 0) app.log.warn({ files: wide }, NOTICES.wide)
    if (settings.secretsKeys.length === 0) app.log.warn(NOTICES.noSecretsKey)
    store.onEnd((cause) => {
      // Without what writes nothing can be kept, and only a new process has another.
      app.log.fatal({ err: cause }, NOTICES.writerEnded)
      process.exit(1)
    })
    const paths = await ctx.versions.livePaths()
    const live = await Promise.all(paths.map((path) => ctx.versions.leading(path)))
    const lacking = live.flatMap((version) =>
      version === null
        ? []
        : [
            unsentMail(version.path, version.flow, settings) ?? [],
            pixelsWithoutAccess(version.path, version.flow, world.pixels),
          ].flat(),
    )
    const hidden = paths.filter(isOwnAddress).map(NOTICES.hidden)
    for (const sentence of [...warnUnpublishedPaths(settings, paths), ...hidden, ...lacking])
      app.log.warn(sentence)
    const scriptHosts = await ctx.scripts.live()
    if (settings.sharedOrigin !== null) app.log.warn(NOTICES.sharedOriginAccepted)
    else if (scriptHosts.length > 0 && !isSeparated(settings))
      app.log.warn(REFUSALS.sharedOrigin(scriptHosts))
    const retention = startRetention(ctx, app.log)
    closing.unshift(() => retention.stop())
    const counting = startCountingEarlier(ctx, app.log)
    closing.unshift(() => counting.stop())
    const publishing = startPublishingPlanned(ctx, app.log)
    closing.unshift(() => publishing.stop())
    const droppingErased = startDroppingErased(ctx, app.log)
    closing.unshift(() => droppingErased.stop())
    const watchingLog = startWatchingLog(ctx, app.log)
    closing.unshift(() => watchingLog.stop())
    const forgetting = startForgetting(ctx, app.log)
    closing.unshift(() => forgetting.stop())
    const sharing = startSharingBuckets(ctx, app.log)
    closing.unshift(() => sharing.stop())
    const { host, port, metricsHost, metricsPort } = settings
    if (metricsPort !== null) {
      const metrics = await serveMetrics(ctx.metrics, { host: metricsHost, port: metricsPort }).catch(
        taken('METRICS_PORT', 'METRICS_HOST'),
      )
      closing.unshift(async () => metrics.close())
    }
    let address = ''
    const mailing = await startMailing(ctx, app.log, () => settings.publicUrl ?? address)
    closing.unshift(() => mailing.stop(STOP_MS))
    const telling = await startPixels(ctx, app.log)
    closing.unshift(() => telling.stop(STOP_MS))
    const webhooks = await startWebhooks(ctx, app.log)
    closing.unshift(() => webhooks.stop(STOP_MS))
    const polling = startPollingBuyers(ctx, app.log)
    closing.unshift(() => polling.stop())
    const delivering = await startDelivery(ctx, app.log)
    const fd = passedSocket(env, process.pid)
    closing.unshift(() => finish(app, delivering, { isPortKept: fd !== null }))
    if (settings.operatorPort !== null)
      await listenForOperators(app, ctx, { port: settings.operatorPort, stopMs: STOP_MS }).catch(
        taken('OPERATOR_PORT', 'OPERATOR_HOST'),
      )
    const listening = fd === null ? { host, port } : { host, fd }
    address = await app.listen(listening).catch(taken('PORT', 'HOST'))
    const login = await firstOperator(world)
    for (const name of await store.foldNames()) app.log.warn(NOTICES.namedLikeAnother(name))
    onSignals(() => {
      ctx.isStopping = true
      app.log.warn(NOTICES.stopping)
      void stop()
    })
    return {
      url: settings.publicUrl ?? address,
      operatorsUrl: operatorsOrigin(settings),
      paths,
      login,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Lets requests and attempts to deliver that are under way come to their end, at most for STOP_MS. `isPortKept`: another
 *  process goes on with the port, so nobody shall notice. */
async function finish(
  app: FastifyInstance,
  delivering: Sending,
  { isPortKept }: { isPortKept: boolean },
): Promise<void> {
  const { server } = app
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS)
  if (isPortKept) {
    // Node hangs up at once on who has connected and asked nothing yet: a request on its way would be lost.
    const closeIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => void setTimeout(closeIdle, CROSSING_MS).unref()
  }
  await Promise.all([app.close(), delivering.stop(STOP_MS)])
  clearTimeout(timer)
}

/** How long a request may be on its way over a connection that is open. */
const CROSSING_MS = 1000

/** Who stops a server kills it after 30 seconds (Kubernetes) or 90 (systemd); what is cut off then is not lost either. */
export const STOP_MS = 20_000

const ROOT = join(import.meta.dirname, '..', '..')

/** Where what is built and what is shipped lies. */
export const FOLDERS: World['folders'] = {
  visitor: join(ROOT, 'dist', 'visitor'),
  stats: join(ROOT, 'dist', 'stats'),
  studio: join(ROOT, 'dist', 'studio'),
  render: join(ROOT, 'dist', 'render'),
  sites: join(ROOT, 'fixtures', 'sites'),
  vehicles: join(ROOT, 'fixtures', 'vehicles'),
}

/** What the server runs in: the one place that names a store's engine and reads clock and random numbers. */
export async function openWorld(settings: Settings, onUpgrade: Notice = () => {}): Promise<World> {
  keepOwn(settings)
  return {
    settings,
    buyers: settings.buyersFile === null ? new Map() : readBuyers(settings.buyersFile, settings),
    pixels: settings.pixelsFile === null ? {} : readPixels(settings.pixelsFile, settings),
    store: await openStore({
      dataDir: settings.dataDir,
      databaseUrl: settings.databaseUrl,
      reportsUrl: settings.reportsUrl,
      onUpgrade,
    }),
    now: Date.now,
    random: randomBytes,
    folders: FOLDERS,
  }
}

/** What this process writes is for its own user alone, and so is the data directory, where there is one. */
function keepOwn({ dataDir, databaseUrl }: Settings): Narrowed {
  if (databaseUrl === null) return keepPrivate(dataDir)
  writePrivately()
  return { narrowed: [], wide: [] }
}

/** Whether there is a database in the folder of `settings`; openWorld makes one where there is none. That of DATABASE_URL was
 *  made by whoever set it. */
export function hasDatabase({ dataDir, databaseUrl }: Settings): boolean {
  return databaseUrl !== null || existsSync(databaseFile(dataDir))
}

/** Whether a server runs on the folder of `settings`. On the database of DATABASE_URL servers of other machines do. */
export function isServed({ dataDir, databaseUrl }: Settings): boolean {
  return databaseUrl !== null || isClaimed(dataDir)
}

/** What a backup came to: the file, its bytes, what was deleted for its sake, and whether the metrics know of it. */
interface BackedUp {
  file: string
  bytes: number
  dropped: string[]
  isRecorded: boolean
}

/** Copies the database of `settings` into a new file, beside a server that runs or not: see src/store/engines/sqlite/copies/backup.ts.
 *  `into`: the folder where it gets a name by `now`, epoch ms, and where those of the newest `days` days are kept; null keeps all. */
export async function backUp(
  { dataDir, databaseUrl }: Settings,
  to: { file: string } | { into: string; days: number | null },
  { now, passphrase }: { now: number; passphrase: string | null },
): Promise<BackedUp> {
  if (databaseUrl !== null) throw unusable(WRONG_SETTINGS.copiedByPostgres)
  writePrivately()
  const file = 'into' in to ? backupName(to.into, now, passphrase !== null) : to.file
  const bytes = await copyDatabase(dataDir, file, passphrase)
  const isRecorded = recordBackup(dataDir, now)
  const dropped = 'into' in to && to.days !== null ? dropOldBackups(to.into, to.days) : []
  return { file, bytes, dropped, isRecorded }
}

/** The copies beside the database of `settings`: see src/store/engines/sqlite/copies/backup.ts. */
export function copiesOf({ dataDir, databaseUrl }: Settings): string[] {
  return databaseUrl === null ? copiesBeside(dataDir) : []
}

/** Puts a copy in the place of the database of `settings`, where no server runs: see src/store/engines/sqlite/copies/restore.ts. */
export async function restore(
  { dataDir, databaseUrl }: Settings,
  copy: string,
  now: number,
  passphrase: string | null,
): Promise<Restored> {
  if (databaseUrl !== null) throw unusable(WRONG_SETTINGS.copiedByPostgres)
  keepPrivate(dataDir)
  return restoreDatabase(dataDir, copy, now, passphrase)
}

/** A second signal, of either kind, ends the process at once, as it would without us. */
function onSignals(stop: () => void): void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const stopOnce = () => {
    for (const signal of signals) process.removeListener(signal, stopOnce)
    stop()
  }
  for (const signal of signals) process.on(signal, stopOnce)
}

function taken(port: string, host: string) {
  return (error: NodeJS.ErrnoException): never => {
    const reason = REASONS[error.code ?? '']?.(port, host) ?? NOTICES.cannotListen(port)
    throw new Error(`${reason} (${error.message}).`)
  }
}

const REASONS: Record<string, (port: string, host: string) => string> = {
  EADDRINUSE: (port) => NOTICES.portTaken(port),
  EACCES: (port) => NOTICES.portForbidden(port),
  EADDRNOTAVAIL: (_port, host) => NOTICES.hostElsewhere(host),
  ENOTFOUND: (_port, host) => NOTICES.hostUnknown(host),
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined
  return () => (acting ??= act())
}
