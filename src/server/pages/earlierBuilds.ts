import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../store/store.ts'
import type { Folders } from '../kernel/ports.ts'
import { unknownRoute } from '../http/failures.ts'
import { packedAs, sendPacked } from '../http/packed.ts'
import { loadingCache } from '../kernel/caches.ts'

/** Folders of each build's files, with the paths they are served under. */
export function servedFolders({ visitor, stats, studio }: Folders): { root: string; prefix: string }[] {
  return [
    { root: visitor, prefix: '/main' },
    { root: stats, prefix: '/main/stats' },
    { root: studio, prefix: '/main/studio' },
  ]
}

/** Saves the files of the build that this server serves. An open page asks for more of them after a newer build has replaced them, and
 *  servers that are replaced one by one get requests for each other's files. The build puts a compressed copy next to each. */
export async function keepBuild(store: Store, folders: Folders, now: number): Promise<void> {
  const files = new Map(
    servedFolders(folders).flatMap(({ root, prefix }) =>
      globSync(`assets/*{${Object.keys(TYPES).join(',')}}`, { cwd: root }).map((file) => [
        `${prefix}/${file}`,
        join(root, file),
      ]),
    ),
  )
  if (files.size === 0) return
  for (const name of await store.beginBuild([...files.keys()], now)) {
    await store.keepBuiltFile(name, await readFile(`${files.get(name)!}.br`, 'base64'))
  }
}

/** Serves files that only other builds have. */
export function serveEarlierBuilds({ store }: { store: Store }) {
  const kept = loadingCache(FILES, async (name: string) => {
    const content = await store.builtFile(name)
    if (content === null) return null
    const br = Buffer.from(content, 'base64')
    return packedAs(br, await fromBrotli(br))
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [name = ''] = request.url.split('?')
    const type = TYPES[extname(name)]
    const found = type && (request.method === 'GET' || request.method === 'HEAD') && (await kept.get(name))
    if (!found) return unknownRoute()
    return sendPacked(request, reply.type(type).header('cache-control', FOREVER), found)
  }
}

/** The name of a built file contains a hash of its content. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** Content types of all files in a build. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Enough for two builds, about 4 MB. */
const FILES = 60

const fromBrotli = promisify<Buffer, Buffer>(brotliDecompress)
