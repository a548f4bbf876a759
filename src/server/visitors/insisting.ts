import { createHmac } from 'node:crypto'
import { DOUBTS_PER_SESSION } from '../../store/nouns/sessions/doubts.ts'
import { tidyWord } from '../../flow/kernel/text.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../store/store.ts'
import type { Doubt, MayInsist } from '../outside/checkStep.ts'
import type { Visitor } from './visitors.ts'

export interface DoubtDeps {
  store: Store
  clickSecret: string
}

/** Records which values a check called unknown in this session; the visitor may insist on these from now on. */
export async function noteDoubts(
  { store, clickSecret }: DoubtDeps,
  visitor: Visitor,
  doubts: readonly Doubt[],
): Promise<void> {
  const { session } = visitor
  const known = session.doubted ?? []
  const fresh = doubts
    .map((doubt) => keyOf(clickSecret, session, doubt))
    .filter((key) => !known.includes(key))
  if (fresh.length === 0) return
  await store.noteDoubts(session.uuid, fresh)
  // It may have been read again in the meantime.
  const { session: now } = visitor
  now.doubted = [...new Set([...(now.doubted ?? []), ...fresh])].slice(-DOUBTS_PER_SESSION)
}

/** Tells whether a check called the same value unknown before, in the same session. */
export function insistableIn(
  { clickSecret }: { clickSecret: string },
  session: Pick<SessionRecord, 'uuid' | 'doubted'>,
): MayInsist {
  return (doubt) => session.doubted?.includes(keyOf(clickSecret, session, doubt)) ?? false
}

/** A keyed hash, so that no one can read what was typed and then corrected. */
function keyOf(secret: string, { uuid }: { uuid: string }, { name, value }: Doubt): string {
  return createHmac('sha256', secret)
    .update(`doubt ${uuid} ${name} ${tidyWord(value)}`)
    .digest('base64url')
    .slice(0, KEY_LENGTH)
}

/** Length of 96 bits. */
const KEY_LENGTH = 16
