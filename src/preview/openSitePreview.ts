import { dirname } from 'node:path'
import { PREVIEW } from '../texts/author/previewWords.ts'
import { frontServer } from './frontServer.ts'
import { openSite } from './openSite.ts'
import { watchFolder } from './watchFolder.ts'

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
