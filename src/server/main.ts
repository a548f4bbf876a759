import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Context, ServerOptions } from './context.ts'
import type { Folders } from './kernel/ports.ts'
import { readBuyers } from './delivery/buyersFile.ts'
import { DEMO_PRICE, openDemoBuyers, type OpenDemoBuyer } from './buyers/demoBuyers.ts'
import { startPollingBuyers } from './buyers/pollBuyers.ts'
import { startEscalating } from './revocations/startEscalating.ts'
import { startNotices } from './revocations/startNotices.ts'
import { startCopies } from './copies/startCopies.ts'
import { startDelivery } from './startDelivery.ts'
import type { Sending } from './kernel/sendDue.ts'
import { startCountingEarlier } from './jobs/countEarlier.ts'
import { startKeepingStepHours } from './jobs/keepStepHours.ts'
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
import { startPromotingWinners } from './jobs/promoteWinners.ts'
import { startPublishingPlanned } from './jobs/publishPlanned.ts'
import { startWatchingLog } from './jobs/watchLog.ts'
import { startRetention } from './jobs/retention.ts'
import { startSharingBuckets } from './limits/shareBuckets.ts'
import { inWords } from '../flow/inWords.ts'
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
import { unusable } from '../store/kernel/storeErrors.ts'
import { restore as restoreDatabase, type Restored } from '../store/engines/sqlite/copies/restore.ts'
import { listenForOperators } from './origins/listenForOperators.ts'
import { isSeparated, operatorsOrigin } from './origins/side.ts'
import { whyUnsafe } from './origins/whyUnsafe.ts'
import { isOwnAddress } from './publish/ownAddresses.ts'
import { warnUnpublishedPaths } from './publish/warnUnpublishedPaths.ts'
import { disablePretenuring } from './http/disablePretenuring.ts'
import { passedSocket } from './http/passedSocket.ts'
import { startPostbacks } from './postbacks/startPostbacks.ts'
import { startWebhooks } from './webhooks/startWebhooks.ts'
import { REFUSALS } from './kernel/callRefusals.ts'
import { NOTICES } from './kernel/operatorNotices.ts'
import { WRONG_SETTINGS } from './settings/wrongSettings.ts'

/** A listening server. `stop` lets work in progress finish, then closes the store. */
export interface Serving {
  url: string
  /** Operators' address, if they have their own. */
  operatorsUrl: string | null
  /** Paths that have a live flow. */
  paths: string[]
  /** Set if the first operator was just created. */
  login: Login | null
  /** Price that the demo buyer pays for a lead, in dollars; null if it isn't there. */
  demoPrice: string | null
  stop(): Promise<void>
}

type Notice = (sentence: string) => void

interface Demo {
  /** Set where the demo buyer may run. */
  openDemoBuyer?: OpenDemoBuyer
}

/** Starts the server that `env` describes; SIGTERM and SIGINT stop it. `onUpgrade` gets a sentence when the database needs a newer
 *  schema. `given`: what opens the pages of drafts and the demo buyer, and what takes the log. If a setting, the database or the port can't be used,
 *  rejects with a plain sentence and leaves nothing open. */
export async function serve(
  env: NodeJS.ProcessEnv,
  onUpgrade: Notice = () => {},
  { openDemoBuyer, ...given }: Pick<ServerOptions, 'openDraftPage' | 'log'> & Demo = {},
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
    const options = { ...(await openServerOptions(settings, onUpgrade)), ...given }
    const { store } = options
    closing.unshift(() => store.close())
    const { productName } = settings
    const warnings: string[] = []
    const refuses = (flow: Flow) => whyUnsafe(flow, settings)
    const onWarning = (sentence: string) => void warnings.push(sentence)
    await publishNewSites(store, options.folders.sites, {
      productName,
      now: options.now(),
      onWarning,
      refuses,
    })
    await keepBuild(store, options.folders, options.now())
    const { sites } = options.folders
    const demo = openDemoBuyer ? await openDemoBuyers(openDemoBuyer, { settings, store, sites }) : null
    closing.unshift(async () => demo?.close())
    const { app, ctx } = await buildApp({ ...options, ...(demo && { demoBuyers: demo.buyers }) })
    for (const warning of warnings) app.log.warn(warning)
    if (narrowed.length > 0) app.log.warn({ files: narrowed }, NOTICES.narrowed)
    if (wide.length > 0) app.log.warn({ files: wide }, NOTICES.wide)
    if (settings.secretsKeys.length === 0) app.log.warn(NOTICES.noSecretsKey)
    store.onEnd((cause) => {
      // Without the writer nothing can be saved, and only a new process gets a new one.
      app.log.fatal({ err: cause }, NOTICES.writerEnded)
      process.exit(1)
    })
    const paths = await ctx.versions.livePaths()
    for (const sentence of await warningsOf(ctx, paths)) app.log.warn(sentence)
    for (const start of JOBS) {
      const job = start(ctx, app.log)
      closing.unshift(() => job.stop())
    }
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
    const copying = await startCopies(ctx, app.log)
    closing.unshift(() => copying.stop(STOP_MS))
    const notifying = await startNotices(ctx, app.log)
    closing.unshift(() => notifying.stop(STOP_MS))
    const telling = await startPixels(ctx, app.log)
    closing.unshift(() => telling.stop(STOP_MS))
    const webhooks = await startWebhooks(ctx, app.log)
    closing.unshift(() => webhooks.stop(STOP_MS))
    const postbacks = await startPostbacks(ctx, app.log)
    closing.unshift(() => postbacks.stop(STOP_MS))
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
    const login = await firstOperator(options)
    for (const name of await store.foldNames()) app.log.warn(NOTICES.namedLikeAnother(name))
    onSignals(() => {
      ctx.state.noteStopping()
      app.log.warn(NOTICES.stopping)
      void stop()
    })
    return {
      url: settings.publicUrl ?? address,
      operatorsUrl: operatorsOrigin(settings),
      paths,
      login,
      demoPrice: demo && DEMO_PRICE,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Jobs that run beside the requests, in the order in which they start. */
const JOBS: readonly ((ctx: Context, log: FastifyBaseLogger) => { stop: () => Promise<void> })[] = [
  startRetention,
  startCountingEarlier,
  startKeepingStepHours,
  startPublishingPlanned,
  startPromotingWinners,
  startDroppingErased,
  startWatchingLog,
  startForgetting,
  startEscalating,
  startSharingBuckets,
]

/** Warnings about settings that don't fit the live flows on these paths. */
async function warningsOf(
  { versions, scripts, settings, pixels }: Context,
  paths: readonly string[],
): Promise<string[]> {
  const live = await Promise.all(paths.map((path) => versions.leading(path)))
  const lacking = live.flatMap((version) =>
    version === null
      ? []
      : [
          unsentMail(version.path, version.flow, settings) ?? [],
          pixelsWithoutAccess(version.path, version.flow, pixels),
        ].flat(),
  )
  const samples = live.flatMap((version) => {
    const company = version?.flow.ui_config.site.company
    return version && company && FICTIONAL_PHONE.test(company.phone) ? [`/${version.path}`] : []
  })
  const hidden = paths.filter(isOwnAddress).map(NOTICES.hidden)
  const scriptHosts = await scripts.live()
  const warnings = [...warnUnpublishedPaths(settings, paths), ...hidden, ...lacking]
  if (samples.length > 0) warnings.push(NOTICES.sampleCompanies(inWords(samples, 'and')))
  if (settings.sharedOrigin !== null) warnings.push(NOTICES.sharedOriginAccepted)
  else if (scriptHosts.length > 0 && !isSeparated(settings)) warnings.push(REFUSALS.sharedOrigin(scriptHosts))
  return warnings
}

/** Numbers that nobody has. Source: NANPA, "555-0100 through 555-0199 for fictional use". */
const FICTIONAL_PHONE = /^\+1\d{3}55501\d{2}$/

/** Lets requests and delivery attempts in progress finish, for at most STOP_MS. `isPortKept`: another process takes over the port, so
 *  clients shouldn't notice. */
async function finish(
  app: FastifyInstance,
  delivering: Sending,
  { isPortKept }: { isPortKept: boolean },
): Promise<void> {
  const { server } = app
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS)
  if (isPortKept) {
    // Node disconnects clients at once that have connected but sent nothing yet, which would lose a request on its way.
    const closeIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => void setTimeout(closeIdle, CROSSING_MS).unref()
  }
  await Promise.all([app.close(), delivering.stop(STOP_MS)])
  clearTimeout(timer)
}

/** Longest time that a request may be on its way over an open connection. */
const CROSSING_MS = 1000

/** Kubernetes kills a stopping server after 30 seconds, systemd after 90. Work that is cut off then isn't lost either. */
export const STOP_MS = 20_000

const ROOT = join(import.meta.dirname, '..', '..')

/** Folders of the builds and of the files we ship. */
export const FOLDERS: Folders = {
  visitor: join(ROOT, 'dist', 'visitor'),
  stats: join(ROOT, 'dist', 'stats'),
  studio: join(ROOT, 'dist', 'studio'),
  docs: join(ROOT, 'dist', 'docs'),
  render: join(ROOT, 'dist', 'render'),
  sites: join(ROOT, 'fixtures', 'sites'),
  vehicles: join(ROOT, 'fixtures', 'vehicles'),
}

/** Opens everything the server runs on; for a command that soon ends, the store has no threads. This is the only place that names a store's engine and reads the clock and random numbers. */
export async function openServerOptions(
  settings: Settings,
  onUpgrade: Notice = () => {},
  hasThreads = true,
): Promise<ServerOptions> {
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
      hasThreads,
    }),
    now: Date.now,
    random: randomBytes,
    folders: FOLDERS,
  }
}

/** Makes the process's files, and the data directory if there is one, accessible only to its own user. */
function keepOwn({ dataDir, databaseUrl }: Settings): Narrowed {
  if (databaseUrl === null) return keepPrivate(dataDir)
  writePrivately()
  return { narrowed: [], wide: [] }
}

/** True if the folder of `settings` has a database; openServerOptions creates one if needed. The database of DATABASE_URL exists already. */
export function hasDatabase({ dataDir, databaseUrl }: Settings): boolean {
  return databaseUrl !== null || existsSync(databaseFile(dataDir))
}

/** True if a server runs on the folder of `settings`. The database of DATABASE_URL may be served by other machines, so it counts as
 *  served. */
export function isServed({ dataDir, databaseUrl }: Settings): boolean {
  return databaseUrl !== null || isClaimed(dataDir)
}

/** Result of a backup: the file, its size in bytes, the older files that were deleted, and whether the metrics know about it. */
interface BackedUp {
  file: string
  bytes: number
  dropped: string[]
  isRecorded: boolean
}

/** Copies the database of `settings` into a new file, with or without a running server; see src/store/engines/sqlite/copies/backup.ts.
 *  `into`: folder in which the copy is named by `now`, epoch ms, and copies older than the newest `days` days are deleted; null keeps
 *  all. */
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

/** Copies next to the database of `settings`; see src/store/engines/sqlite/copies/backup.ts. */
export function copiesOf({ dataDir, databaseUrl }: Settings): string[] {
  return databaseUrl === null ? copiesBeside(dataDir) : []
}

/** Replaces the database of `settings` with a copy, if no server is running; see src/store/engines/sqlite/copies/restore.ts. */
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

/** Stops on the first signal. A second one of either kind ends the process at once, as it would by default. */
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
