import { globSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Serves a folder of pages as our server serves its own: compressed ahead of time (brotli), files with a hash in their names forever, with
 *  `headers`. Returns the address and a way to stop. */
export async function servePeers(
  folder: string,
  headers: Record<string, string>,
): Promise<{ url: string; close: () => void }> {
  const files = new Map(
    globSync('**/*', { cwd: folder })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        `/${name.replace(/index\.html$/, '')}`,
        { type: TYPES[extname(name)] ?? '', body: brotliCompressSync(readFileSync(join(folder, name))) },
      ]),
  )
  const server = createServer(({ url = '/' }, reply) => {
    const file = files.get(url)
    if (!file) return reply.writeHead(404).end()
    reply.writeHead(200, {
      ...headers,
      ...(url.includes('/assets/') && { 'cache-control': 'public, max-age=31536000, immutable' }),
      'content-type': file.type,
      'content-encoding': 'br',
    })
    reply.end(file.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Headers of one of our pages that say how it may be used, without those of this one body and the policy of its scripts. */
export async function headersOf(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url, { method: 'HEAD' })
  return Object.fromEntries([...headers].filter(([name]) => !OF_ONE_BODY.test(name)))
}

const OF_ONE_BODY =
  /^(content-(type|length|encoding|security-policy)|set-cookie|date|connection|keep-alive|transfer-encoding|vary)$/
