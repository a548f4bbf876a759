import { existsSync } from 'node:fs'
import { Value } from 'typebox/value'
import { ConsentAnswer } from '../../../schemas/commands.ts'
import { Uuid } from '../../../schemas/shape.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { walk } from '../../flow/walk.ts'
import { command, type World } from '../command.ts'
import { consentWords } from '../consentWords.ts'
import { misuse, refusal } from '../failure.ts'
import { withStore } from '../store.ts'
import { visible } from '../visible.ts'

export const consent = command({
  summary: 'Exports the consents of a session: each text word for word, how it was given, and who gave it.',
  usage: 'SESSION',
  about:
    'SESSION is its uuid. Personal data is shown: mind where you send the output.\nThe markup of the step is part of the JSON alone: it comes from a browser, so read it as text.',
  examples: [
    'leadloom consent 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
    'leadloom consent 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21 --json',
  ],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  answer: ConsentAnswer,
  async run({ positionals }, world) {
    const [uuid, ...more] = positionals
    if (uuid === undefined || more.length > 0) throw misuse('Name one session by its uuid.')
    // What it was is not repeated: it may be a token.
    if (!Value.Check(Uuid, uuid))
      throw misuse('SESSION is a uuid: 32 small hexadecimal digits in five groups.')
    const data = await read(uuid, world)
    return { exit: 0, data, words: consentWords(visible(data)) }
  },
})

async function read(uuid: string, world: World): Promise<ConsentAnswer> {
  const dataDir = world.env['DATA_DIR'] ?? './data'
  const unknown = refusal(
    'unknown_session',
    `There is no session ${uuid} in ${dataDir}. Is DATA_DIR the server’s folder?`,
  )
  if (!existsSync(dataDir)) throw unknown
  return withStore(world, async (store) => {
    const session = await store.session(uuid)
    if (!session) throw unknown
    const version = await store.version(session.version)
    if (!version)
      throw refusal('unknown_version', `The session runs version ${session.version}, which is not stored.`)
    const { flow } = version
    const { path, origin, steps, tracking, referrer } = session
    const given = walk(flow, origin, recordedAnswers(flow, origin, steps)).fields as ConsentAnswer['given']
    const person = personOf(given)
    return {
      session_uuid: uuid,
      path,
      referrer,
      certificates: tracking,
      given,
      person,
      consents: await store.consents(uuid),
      revocations: await store.optOuts({ session_uuid: uuid, phone: person.phone, email: person.email }),
    }
  })
}

/** Who the answers say it is. A number that cannot be dialled is left as it was typed among what was given. */
function personOf(given: ConsentAnswer['given']): ConsentAnswer['person'] {
  const text = (field: string) => (typeof given[field] === 'string' ? given[field].trim() : '')
  const digits = text('phone')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
  return {
    name: [text('first_name'), text('last_name')].filter(Boolean).join(' ') || null,
    phone: digits.length === 10 ? `+1${digits}` : null,
    email: text('email') || null,
  }
}
