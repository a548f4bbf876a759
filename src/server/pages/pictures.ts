import type { FastifyInstance } from 'fastify'
import type { Store } from '../../store/store.ts'
import { refusal } from '../kernel/problem.ts'
import { pictureKey } from '../publish/pictures/pictureKey.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { loadingCache } from '../kernel/caches.ts'
import { FILE_POLICY } from '../kernel/contentSecurityPolicy.ts'
import { FOREVER } from './icons.ts'

/** Serves the made sizes of pictures, each at an address whose content never changes. */
export function registerPictures(app: FastifyInstance, { store }: { store: Store }): void {
  const load = async (name: string) => {
    const kept = await store.importedFile(pictureKey(name))
    return kept === null ? null : Buffer.from(kept, 'base64')
  }
  const files = loadingCache(PLACES, load, { placesOf: ({ length }) => Math.ceil(length / PLACE_BYTES) })
  app.get<{ Params: { file: string } }>('/main/flows/pictures/:file', async (request, reply) => {
    const { file } = request.params
    const [, ending] = MADE.exec(file) ?? []
    const picture = ending === undefined ? null : await files.get(file)
    if (!picture) throw refusal(404, REFUSALS.noPicture)
    return reply
      .headers({ 'cache-control': FOREVER, 'content-security-policy': FILE_POLICY })
      .type(`image/${ending}`)
      .send(picture)
  })
}

const MADE = /^[0-9a-f]{32}-\d{1,4}\.(avif|webp)$/

/** Several megabytes in total, for the pictures of the sites being visited now. */
const [PLACES, PLACE_BYTES] = [200, 32 * 1024]
