import { Value } from 'typebox/value'
import type { ExplainAnswer } from '../../../../schemas/commands/visitors.ts'
import { Uuid } from '../../../../schemas/kernel/shape.ts'
import { explanationOf } from '../../../server/desk/explanationOf.ts'
import { command, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { settingsOf, withKeptStore } from '../../kernel/withStore.ts'
import { explainWords } from '../../words/explainWords.ts'
import { visible } from '../../words/visible.ts'

export const explain = command('explain', {
  summary: 'Explain a session: each step, why it was shown, and the result',
  usage: 'SESSION',
  about:
    "SESSION is a session's UUID. The output contains personal data, so be careful where you send it. The session's token isn't stored, so it's never shown.",
  examples: [
    'leadloom explain 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
    'DATA_DIR=/var/lib/leadloom leadloom explain 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21 --json',
  ],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.']],
  async run({ positionals }, ctx) {
    const [uuid, ...more] = positionals
    if (uuid === undefined || more.length > 0) throw misuse('Add one session UUID.')
    // The input isn't repeated, because it may be a token.
    if (!Value.Check(Uuid, uuid))
      throw misuse('SESSION must be a UUID: 32 lowercase hexadecimal digits in five groups.')
    const data = await read(uuid, ctx)
    return { exit: 0, data, words: explainWords(visible(data), ctx) }
  },
})

async function read(uuid: string, ctx: CommandContext): Promise<ExplainAnswer> {
  const { dataDir } = await settingsOf(ctx)
  return withKeptStore(ctx, async (store) => {
    const session = await store.session(uuid)
    if (!session)
      throw refusal(
        'unknown_session',
        `There's no session ${uuid} in ${dataDir}. Make sure DATA_DIR is the server's folder.`,
      )
    const version = await store.version(session.version)
    if (!version)
      throw refusal('unknown_version', `The session's version ${session.version} isn't in the database.`)
    return explanationOf({ store, buyers: NO_BUYERS, now: Date.now }, version.flow, session)
  })
}

/** Only the server knows buyers' addresses and redirect hosts; outcomes are shown without them. */
const NO_BUYERS = new Map<string, never>()
