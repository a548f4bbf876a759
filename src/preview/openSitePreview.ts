import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buildApp } from '../server/app.ts'
import { FOLDERS } from '../server/main.ts'
import { parseSettings } from '../server/settings/settings.ts'
import { openStore } from '../store/openStore.ts'
import { PREVIEW } from '../texts/author/previewWords.ts'
import { newYorkDate } from '../time/newYorkDay.ts'
import { frontServer } from './frontServer.ts'
import { openPreview, type Clock } from './preview.ts'
import { watchFolder } from './watchFolder.ts'

export interface SitePreview {
  url: string
  /** Drops all that the visits left. */
  close: () => Promise<void>
}

/** Serves one site to its author on loopback: the real server on a database of its own that is dropped at the end, and nothing
 *  that sends: no delivery, no mail, no pixel. `port`: 0 takes a free one. Rejects when the file cannot be read or the port is taken. */
export async function openSitePreview(
  file: string,
  { port, productName }: { port: number; productName: string | undefined },
): Promise<SitePreview> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-dev-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0)) await end()
  }
  try {
    const settings = parseSettings({
      DATA_DIR: dataDir,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
      ...(productName !== undefined && { PRODUCT_NAME: productName }),
    })
    const store = await openStore({ dataDir, databaseUrl: null, reportsUrl: null, onUpgrade: () => {} })
    closing.unshift(() => store.close())
    const clock = previewClock()
    const { app, ctx } = await buildApp({
      settings,
      store,
      buyers: new Map(),
      pixels: {},
      now: clock.now,
      random: randomBytes,
      folders: FOLDERS,
    })
    closing.unshift(() => app.close())
    const path = basename(dirname(file))
    const preview = await openPreview(ctx, { file, path, clock })
    closing.unshift(() => preview.close())
    const front = await frontServer({ app, preview, path })
    closing.unshift(() => front.close())
    closing.unshift(watchFolder(dirname(file), () => void preview.reread()))
    return { url: await front.listen({ host: '127.0.0.1', port }).catch(taken(port)), close }
  } catch (error) {
    await close()
    throw error
  }
}

function taken(port: number) {
  return (error: NodeJS.ErrnoException): never => {
    throw error.code === 'EADDRINUSE' ? new Error(PREVIEW.portTaken(port)) : error
  }
}

function previewClock(): Clock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    visitOn: (day) =>
      void (aheadMs = day === null ? 0 : Date.parse(day) - Date.parse(newYorkDate(Date.now()))),
  }
}
