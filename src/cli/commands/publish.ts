import { command, misuse } from '../command.ts'
import { flowFile } from '../flowFile.ts'
import { counted, patiently, problemText } from '../report.ts'
import { withStore } from '../store.ts'

export const publish = command({
  summary: 'Makes a flow file and the stylesheet beside it the live version of a path.',
  usage: 'FILE --path PATH [--json]',
  about:
    'A flow with a problem is never published. Visitors under way finish the version that they began with.',
  examples: ['leadloom publish sites/claims/flow.json --path claims'],
  options: {
    path: { type: 'string', value: 'PATH', about: 'The path of the site, the first segment of its address.' },
    json: {
      type: 'boolean',
      about: 'Print { path, version, problems } instead; version is null when it was refused.',
    },
  },
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
    if (values.json) world.out(JSON.stringify({ path, version, problems }, null, 2))
    else {
      for (const problem of problems) world.out(problemText(file, problem, world))
      world.out(
        problems.length > 0
          ? `Not published: ${counted(problems.length, 'problem')}. Correct what stands above, then run this again.`
          : `Version ${version} is live on /${path}. A running server shows it to new visitors within a second.`,
      )
    }
    return problems.length > 0 ? 1 : 0
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
