import { setImmediate as nextTurn } from 'node:timers/promises'
import { NotKept } from '../../kernel/storeErrors.ts'
import type { Store } from '../../store.ts'
import type { Person, SearchPlace } from './privacyTypes.ts'

/** Uuids of the sessions in which a person gave their phone number, in any notation, or their email address. Reads everything that
 *  visitors typed, in parts, between which other requests are served. */
export async function sessionsOf(store: Pick<Store, 'sessionsNaming'>, person: Person): Promise<string[]> {
  const found = new Set<string>()
  let place: SearchPlace | null = { table: 'steps', after: 0 }
  while (place) {
    const { uuids, next }: Awaited<ReturnType<Store['sessionsNaming']>> = await store.sessionsNaming(
      person,
      place,
    )
    for (const uuid of uuids) found.add(uuid)
    place = next
    await nextTurn()
  }
  return [...found].sort()
}

/** Removes everything that identifies a person from all of their sessions. Resolves to the sessions. `failed` is called for sessions
 *  that can't be forgotten, after the others. */
export async function forgetPerson(
  store: Pick<Store, 'sessionsNaming' | 'forgetSession'>,
  person: Person,
  failed: (error: unknown, uuid: string) => void = rethrow,
): Promise<{ forgotten: string[]; left: string[] }> {
  const forgotten: string[] = []
  const left: [uuid: string, error: unknown][] = []
  for (const uuid of await sessionsOf(store, person))
    await store.forgetSession(uuid).then(
      () => void forgotten.push(uuid),
      (error: unknown) => {
        if (error instanceof NotKept) throw error
        left.push([uuid, error])
      },
    )
  for (const [uuid, error] of left) failed(error, uuid)
  return { forgotten, left: left.map(([uuid]) => uuid) }
}

function rethrow(error: unknown): never {
  throw error
}
