import { watch, type FSWatcher, type WatchListener, type WatchOptions } from 'node:fs'
import { basename, dirname } from 'node:path'
import { PREVIEW } from './previewWords.ts'
import { frontServer } from './frontServer.ts'
import { openSite } from './openSite.ts'

export interface SitePreview {
  url: string
  /** Drops everything that the visits left. */
  close: () => Promise<void>
}

/** Serves one site to its author on loopback, and follows changes in its folder. `port`: 0 takes a free one. Rejects if the file can't
 *  be read or the port is in use. */
export async function openSitePreview(
  file: string,
  { port, productName }: { port: number; productName: string | undefined },
): Promise<SitePreview> {
  const site = await openSite(file, { productName })
  const closing: (() => Promise<unknown>)[] = [site.close]
  const close = async () => {
    for (const end of closing.splice(0)) await end()
  }
  try {
    const front = await frontServer(site)
    closing.unshift(() => front.close())
    closing.unshift(watchFolder(dirname(file), () => void site.preview.reread()))
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

/** Calls `onChange` once a folder's files have changed and stayed unchanged for a moment, also when the folder was moved or deleted and
 *  when it is back. Returns a function that stops it. */
function watchFolder(folder: string, onChange: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let watchers: FSWatcher[] = []
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  }
  const stop = () => {
    for (const watcher of watchers.splice(0)) watcher.close()
  }
  /** Watches the folder, and in each folder around it the way to it: a watcher follows a folder that is moved, not its path. */
  const start = () => {
    stop()
    watchers = wayTo(folder).flatMap(([around, name]) =>
      watched(around, {}, (_, changed) => {
        if (changed !== null && changed !== name) return
        start()
        settle()
      }),
    )
    watchers.push(...watched(folder, { recursive: true }, settle))
  }
  start()
  return async () => {
    clearTimeout(timer)
    stop()
  }
}

/** Folders around a folder, from the root, each with the name of the next one. */
function wayTo(folder: string): (readonly [around: string, name: string])[] {
  const around = dirname(folder)
  return around === folder ? [] : [...wayTo(around), [around, basename(folder)]]
}

/** A watcher of a folder; none if it does not exist or may not be read. */
function watched(
  folder: string,
  options: WatchOptions,
  onEvent: WatchListener<string | Buffer>,
): FSWatcher[] {
  try {
    // A folder that is deleted while it is read makes an error.
    return [watch(folder, options, onEvent).on('error', () => {})]
  } catch {
    return []
  }
}

/** An editor writes a file in several steps. */
const SETTLE_MS = 30
