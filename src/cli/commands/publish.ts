import { command, misuse } from '../command.ts'
import { counted, problemText } from '../report.ts'
import { withStore } from '../store.ts'

export const publish = command({
  summary:
    'Makes a flow file and the stylesheet beside it the live version of a path. One with a problem is refused.',
  usage: 'FILE --path PATH [--json]',
  examples: ['leadloom publish sites/claims/flow.json --path claims'],
  options: {
    path: { type: 'string', value: 'PATH', about: 'The path of the site, the first segment of its address.' },
    json: {
      type: 'boolean',
      about: 'Print { path, version, problems } instead; version is null when it was refused.',
    },
  },
  async run({ values, positionals }, world) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw misuse('Name one flow file to publish.')
    const path = values.path
    if (path === undefined) throw misuse('Say the path: --path PATH.')
    const { publishFile } = await import('../../server/publish.ts')
    const { version, problems } = await withStore(world, (store) =>
      publishFile(store, { file, path, now: world.now() }),
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
