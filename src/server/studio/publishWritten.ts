import type { PublishedDraft } from '../../../schemas/studio/drafts.ts'
import type { Source } from '../../store/records.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { Context } from '../context.ts'
import { refusal } from '../http/problem.ts'
import { isOwnAddress } from '../publish/ownAddresses.ts'
import { readSourceFiles } from '../publish/sourceFiles.ts'
import type { AuthorThread } from './authorThread.ts'

interface Writing extends Source {
  path: string
  /** Of 100 new visitors, so many see it. */
  weight: number | undefined
  /** Who publishes, as the audit log has it. */
  by: string
}

export type PublishWritten = (writing: Writing) => Promise<PublishedDraft>

/** Publishes a flow and its files, which are kept already, unless there is an error in them. Throws 409 where no site can have
 *  the path, and where the weight leaves too little to what is live beside it. */
export function publishWritten(
  { store, versions, settings, now }: Context,
  inThread: AuthorThread,
): PublishWritten {
  const sharesOf = async (path: string) => (await store.splits(path)).at(-1)?.shares ?? []
  return async ({ path, text, files, weight = 100, by }) => {
    if (isOwnAddress(path)) throw refusal(409, REFUSALS.ownAddress(path), { field: 'path' })
    const before = await sharesOf(path)
    if (weight < 100 && 100 - weight < before.length)
      throw refusal(409, REFUSALS.tooLittleLeft(weight, before.length), { field: 'weight' })
    const { productName } = settings
    const written = { text, files: await readSourceFiles(store, files), productName }
    const { site, problems } = await inThread<'make'>({ ...written, today: newYorkDate(now()), task: 'make' })
    if (!site) return { version: null, problems, live: before }
    const version = await store.publish({ path, ...site, source: { text, files }, at: now() }, weight)
    versions.forgetLive()
    await store.audit({ at: now(), operator: by, act: 'publish', about: `${path} version ${version}` })
    return { version, problems, live: await sharesOf(path) }
  }
}
