import { watch } from 'node:fs'
import { dirname } from 'node:path'
import { PREVIEW } from '../texts/author/previewWords.ts'
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

/** Calls `onChange` once a folder's files have changed and stayed unchanged for a moment. Returns a function that stops it. */
function watchFolder(folder: string, onChange: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  })
  return async () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** An editor writes a file in several steps. */
const SETTLE_MS = 30
