import { PublishAnswer } from '../../../schemas/commands.ts'
import { command } from '../command.ts'
import { misuse } from '../failure.ts'
import { flowFile } from '../flowFile.ts'
import { counted, patiently, problemText } from '../report.ts'
import { withStore } from '../store.ts'

export const publish = command({
  summary: 'Makes a flow file and the stylesheet beside it the live version of a path.',
  usage: 'FILE --path PATH',
  about:
    'A flow with a problem is never published. Visitors under way finish the version that they began with.',
  examples: ['leadloom publish sites/claims/flow.json --path claims'],
  options: {
    path: { type: 'string', value: 'PATH', about: 'The path of the site, the first segment of its address.' },
  },
  answer: PublishAnswer,
  async run({ values, positionals }, world) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Name one flow file to publish.')
    const path = sitePath(values.path)
    const file = await flowFile(word)
    const { publishFile } = await import('../../server/publish.ts')
    const publishing = withStore(world, (store) => publishFile(store, { file, path, now: world.now() }))
    const { version, problems } = await patiently(
      'Opening the database and compiling the validators',
      publishing,
      world,
    )
    const refused = problems.length > 0
    return {
      exit: refused ? 1 : 0,
      data: { path, version, problems },
      words: [
        ...problems.map((problem) => problemText(file, problem, world)),
        refused
          ? `Not published: ${counted(problems.length, 'problem')}. Correct what stands above, then run this again.`
          : `Version ${version} is live on /${path}. A running server shows it to new visitors within a second.`,
      ],
    }
  },
})

/** Addresses of the server's own, which no site can have. Source: design, section 4. */
const RESERVED = ['stats', 'api', 'webhook', 'main', 'legal', 'healthz', 'readyz', 'metrics']

function sitePath(path: string | undefined): string {
  if (path === undefined) throw misuse('Say the path: --path PATH.')
  if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(path))
    throw misuse(`"${path}" cannot be a path: use small letters, digits and hyphens.`)
  if (RESERVED.includes(path))
    throw misuse(`"${path}" is an address of the server’s own: choose another path.`)
  return path
}
