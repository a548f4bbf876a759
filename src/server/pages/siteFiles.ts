import { existsSync } from 'node:fs'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { unknownRoute } from '../http/failures.ts'

/** The built assets. Built files carry a hash in their names and never change; a `.br` beside a file
 *  is sent to who takes it. Of a folder that is not there (nothing built yet)
 *  every file is missing. */
export async function registerFiles(app: FastifyInstance, { folders }: Context): Promise<void> {
  const served = [
    { root: folders.visitor, prefix: '/main/' },
    { root: folders.stats, prefix: '/main/stats/' },
  ]
  for (const { root, prefix } of served) {
    if (!existsSync(root)) {
      app.get(`${prefix}*`, unknownRoute)
      continue
    }
    await app.register(statics, {
      root,
      prefix,
      index: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'deny',
      allowedPath: (path) => ASSET.test(path),
      setHeaders: (reply) => void reply.header('cache-control', FOREVER),
    })
  }
}

const FOREVER = 'public, max-age=31536000, immutable'
const ASSET = /\/assets\/[\w.-]+$/
