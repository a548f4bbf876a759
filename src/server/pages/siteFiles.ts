import { existsSync } from 'node:fs'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Folders } from '../kernel/ports.ts'
import type { Store } from '../../store/store.ts'
import { FOREVER, serveEarlierBuilds, servedFolders } from './earlierBuilds.ts'

/** Serves the built assets. Built files carry a hash in their names and never change; a `.br` beside a file is sent to clients that
 *  accept it. Files that don't exist, for example before the first build, may be another build's. */
export async function registerFiles(
  app: FastifyInstance,
  ctx: { store: Store; folders: Folders },
): Promise<void> {
  const serveEarlier = serveEarlierBuilds(ctx)
  for (const { root, prefix } of servedFolders(ctx.folders))
    await app.register(
      async (scope) => {
        if (!existsSync(root)) return void scope.get('/*', serveEarlier)
        scope.setNotFoundHandler(serveEarlier)
        await scope.register(statics, {
          root,
          index: false,
          decorateReply: false,
          preCompressed: true,
          cacheControl: false,
          dotfiles: 'deny',
          allowedPath: (path) => ASSET.test(path),
          setHeaders: (reply) => void reply.header('cache-control', FOREVER),
        })
      },
      { prefix },
    )
}

const ASSET = /\/assets\/[\w.-]+$/
