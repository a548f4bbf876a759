import { Value } from 'typebox/value'
import type { ExplainAnswer } from '../../../../schemas/commands/visitors.ts'
import { Uuid } from '../../../../schemas/shape.ts'
import { explanationOf } from '../../../server/desk/explanationOf.ts'
import { command, type World } from '../../command.ts'
import { misuse, refusal } from '../../failure.ts'
import { settingsOf, withKeptStore } from '../../withStore.ts'
import { explainWords } from '../../words/explainWords.ts'
import { visible } from '../../words/visible.ts'

export const explain = command('explain', {
  summary:
    'Says what a recorded session did: each step shown, skipped or passed over hidden, why, and what came of it.',
  usage: 'SESSION',
  about:
    'SESSION is its uuid. What the visitor entered is shown, personal data included: mind where you send the output.\nThe session’s token is not stored and so never shown.',
  examples: [
    'leadloom explain 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
    'DATA_DIR=/var/lib/leadloom leadloom explain 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21 --json',
  ],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  async run({ positionals }, world) {
    const [uuid, ...more] = positionals
    if (uuid === undefined || more.length > 0) throw misuse('Name one session by its uuid.')
    // The input isn't repeated, because it may be a token.
    if (!Value.Check(Uuid, uuid))
      throw misuse('SESSION is a uuid: 32 small hexadecimal digits in five groups.')
    const data = await read(uuid, world)
    return { exit: 0, data, words: explainWords(visible(data), world) }
  },
})

async function read(uuid: string, world: World): Promise<ExplainAnswer> {
  const { dataDir } = await settingsOf(world)
  return withKeptStore(world, async (store) => {
    const session = await store.session(uuid)
    if (!session)
      throw refusal(
        'unknown_session',
        `There is no session ${uuid} in ${dataDir}. Is DATA_DIR the server’s folder?`,
      )
    const version = await store.version(session.version)
    if (!version)
      throw refusal('unknown_version', `The session runs version ${session.version}, which is not stored.`)
    return explanationOf({ store, buyers: NO_BUYERS }, version.flow, session)
  })
}

/** Only the server knows buyers' addresses and redirect hosts; outcomes are shown without them. */
const NO_BUYERS = new Map<string, never>()
