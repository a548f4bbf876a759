import { Value } from 'typebox/value'
import type { SessionConsents } from '../../../../schemas/commands/visitors.ts'
import { Uuid } from '../../../../schemas/shape.ts'
import { consentsOf } from '../../../server/desk/consentsOf.ts'
import { sessionsOf } from '../../../store/privacy/findSessions.ts'
import type { Store } from '../../../store/store.ts'
import { command } from '../../command.ts'
import { consentWords } from '../../words/consentWords.ts'
import { misuse, refusal } from '../../failure.ts'
import { personOf } from '../../personOf.ts'
import { settingsOf, withKeptStore } from '../../withStore.ts'
import { visible } from '../../words/visible.ts'

export const consent = command('consent', {
  summary:
    'Exports consents as evidence: each text word for word, whether it was agreed to or refused, how, and by whom.',
  usage: 'SESSION | --email EMAIL | --phone PHONE',
  about:
    'SESSION is its uuid. An email address or a phone number, however written, finds every session in which it was answered; with both, those with either. Personal data is shown: mind where you send the output.\nThe markup of the step is part of the JSON alone: it comes from a browser, so read it as text.',
  examples: [
    'leadloom consent 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
    'leadloom consent --phone "(512) 555-2368"',
    'leadloom consent --email ann@example.com --json',
  ],
  options: {
    email: { type: 'string', value: 'EMAIL', about: 'Whose consents.' },
    phone: { type: 'string', value: 'PHONE', about: 'Whose consents.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  async run({ positionals, values }, world) {
    const { dataDir } = await settingsOf(world)
    const find = finder(positionals, values, dataDir)
    const sessions = await withKeptStore(world, find.among)
    if (sessions.length === 0) throw find.nothing
    const data = { sessions }
    return { exit: 0, data, words: visible(data).sessions.flatMap(words) }
  },
})

interface Finder {
  among: (store: Store) => Promise<SessionConsents[]>
  /** Error if there is none. */
  nothing: Error
}

function finder(
  [uuid, ...more]: string[],
  { email, phone }: { email: string | undefined; phone: string | undefined },
  dataDir: string,
): Finder {
  const place = `in ${dataDir}. Is DATA_DIR the server’s folder?`
  const isPerson = email !== undefined || phone !== undefined
  if (more.length > 0 || (uuid === undefined) !== isPerson)
    throw misuse('Name one session by its uuid, or a person by --email, --phone or both.')
  if (uuid === undefined) {
    const person = personOf({ email, phone })
    return {
      async among(store) {
        const uuids = await sessionsOf(store, person)
        const sessions = await Promise.all(uuids.map((found) => consentsIn(store, found)))
        return sessions.filter((session) => session !== null)
      },
      nothing: refusal('unknown_person', `Nobody answered with that ${place}`),
    }
  }
  // The input isn't repeated, because it may be a token.
  if (!Value.Check(Uuid, uuid)) throw misuse('SESSION is a uuid: 32 small hexadecimal digits in five groups.')
  return {
    among: async (store) => [await consentsIn(store, uuid)].filter((session) => session !== null),
    nothing: refusal('unknown_session', `There is no session ${uuid} ${place}`),
  }
}

function words(session: SessionConsents, index: number): string[] {
  return [...(index === 0 ? [] : ['']), ...consentWords(session)]
}

/** Null if the session doesn't exist. */
async function consentsIn(store: Store, uuid: string): Promise<SessionConsents | null> {
  const session = await store.session(uuid)
  if (!session) return null
  const version = await store.version(session.version)
  if (!version)
    throw refusal('unknown_version', `The session runs version ${session.version}, which is not stored.`)
  return consentsOf(store, version.flow, session)
}
