import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../store/store.ts'
import type { Context, World } from '../context.ts'
import { unknownRoute } from '../http/failures.ts'
import { packedAs, sendPacked } from '../http/packed.ts'
import { loadingCache } from '../visitors/loadingCache.ts'

/** Where the files of each build are served from. */
export function servedFolders({
  visitor,
  stats,
  studio,
}: World['folders']): { root: string; prefix: string }[] {
  return [
    { root: visitor, prefix: '/main' },
    { root: stats, prefix: '/main/stats' },
    { root: studio, prefix: '/main/studio' },
  ]
}

/** Keeps the files of the build that this server serves. A page that is open asks for more of them when a newer build has
 *  taken their place, and servers that are replaced one by one get requests for each other's. The build lays a compressed
 *  copy beside each. */
export async function keepBuild(store: Store, folders: World['folders'], now: number): Promise<void> {
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

/** Answers what this build does not have with what another has. */
export function serveEarlierBuilds({ store }: Context) {
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

/** A built file carries a hash of what it holds in its name. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** All that a build has. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Two builds: some 4 MB. */
const FILES = 60

const fromBrotli = promisify<Buffer, Buffer>(brotliDecompress)
