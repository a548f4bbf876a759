import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../server/app.ts'
import type { PictureMaker } from '../server/publish/pictures/makePictures.ts'
import { FOLDERS } from '../server/main.ts'
import { parseSettings } from '../server/settings/settings.ts'
import { openStore } from '../store/openStore.ts'
import { newYorkDate } from '../time/newYorkDay.ts'
import { openPreview, type Clock, type Preview } from './preview.ts'

/** A site in progress, on a server that doesn't listen. */
export interface OpenSite {
  app: FastifyInstance
  preview: Preview
  path: string
  /** Drops everything that the visits left. */
  close: () => Promise<void>
}

export interface SiteOptions {
  productName: string | undefined
  /** Makes its pictures, if given; otherwise it starts its own maker. */
  pictures?: PictureMaker
  /** Folder for its database. */
  under?: string
}

/** Opens one site for its author: the real server on its own database, which is dropped at the end. It sends nothing: no deliveries,
 *  mail or events. The site's path is the name of the folder of `file`. Rejects if the file can't be read. */
export async function openSite(
  file: string,
  { productName, pictures, under = tmpdir() }: SiteOptions,
): Promise<OpenSite> {
  const dataDir = await mkdtemp(join(under, 'leadloom-dev-'))
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
      isPreview: true,
    })
    closing.unshift(() => app.close())
    const path = basename(dirname(file))
    const preview = await openPreview(ctx, { file, path, clock, pictures })
    closing.unshift(() => preview.close())
    return { app, preview, path, close }
  } catch (error) {
    await close()
    throw error
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
