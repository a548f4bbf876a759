import { Value } from 'typebox/value'
import type { SessionConsents } from '../../../../schemas/kernel/consent.ts'
import { Uuid } from '../../../../schemas/kernel/shape.ts'
import { consentsOf } from '../../../server/desk/consentsOf.ts'
import { sessionsOf } from '../../../store/nouns/privacy/findSessions.ts'
import type { Store } from '../../../store/store.ts'
import { command } from '../../kernel/command.ts'
import { consentWords } from '../../words/consentWords.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { personOf } from '../../kernel/personOf.ts'
import { settingsOf, withKeptStore } from '../../kernel/withStore.ts'
import { visible } from '../../words/visible.ts'

export const consent = command('consent', {
  summary: 'Export consents as evidence: exact text, answer, time, and person',
  usage: 'SESSION | --email EMAIL | --phone PHONE',
  about:
    "SESSION is a session's UUID. An email address or phone number, in any format, finds every session where it was entered. With both, it finds sessions with either. The output contains personal data, so be careful where you send it.\nOnly the JSON includes the markup of the step. It comes from a browser, so read it as text.",
  examples: [
    'leadloom consent 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
    'leadloom consent --phone "(512) 555-2368"',
    'leadloom consent --email ann@example.com --json',
  ],
  options: {
    email: { type: 'string', value: 'EMAIL', about: "The person's email address." },
    phone: { type: 'string', value: 'PHONE', about: "The person's phone number." },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.']],
  async run({ positionals, values }, ctx) {
    const { dataDir } = await settingsOf(ctx)
    const find = finder(positionals, values, dataDir)
    const sessions = await withKeptStore(ctx, find.among)
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
  const place = `in ${dataDir}. Make sure DATA_DIR is the server's folder.`
  const isPerson = email !== undefined || phone !== undefined
  if (more.length > 0 || (uuid === undefined) !== isPerson)
    throw misuse('Add one session UUID, or --email, --phone, or both.')
  if (uuid === undefined) {
    const person = personOf({ email, phone })
    return {
      async among(store) {
        const uuids = await sessionsOf(store, person)
        const sessions = await Promise.all(uuids.map((found) => consentsIn(store, found)))
        return sessions.filter((session) => session !== null)
      },
      nothing: refusal('unknown_person', `No session has these contact details ${place}`),
    }
  }
  // The input isn't repeated, because it may be a token.
  if (!Value.Check(Uuid, uuid))
    throw misuse('SESSION must be a UUID: 32 lowercase hexadecimal digits in five groups.')
  return {
    among: async (store) => [await consentsIn(store, uuid)].filter((session) => session !== null),
    nothing: refusal('unknown_session', `There's no session ${uuid} ${place}`),
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
    throw refusal('unknown_version', `The session's version ${session.version} isn't in the database.`)
  return consentsOf(store, version.flow, session)
}
