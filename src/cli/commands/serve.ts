import { flushCompileCache } from 'node:module'
import { SETTINGS } from '../../server/settings.ts'
import { command } from '../command.ts'
import { misuse } from '../failure.ts'
import { patiently } from '../report.ts'

export const serve = command({
  summary: 'Runs the server until it is stopped; a site that was never published is published first.',
  usage: '',
  about: 'Settings come from the environment:',
  examples: ['leadloom serve', 'PORT=8080 DATA_DIR=/var/lib/leadloom leadloom serve'],
  options: {},
  environment: Object.values(SETTINGS).map(({ env, about, default: usual }) => [
    env,
    `${about.replaceAll('`', '')}${usual === '' ? '' : ` Otherwise ${usual}.`}`,
  ]),
  answer: null,
  async run({ positionals }, world) {
    if (positionals.length > 0) throw misuse(`serve takes no "${positionals[0]}".`)
    const { serve } = await import('../../server/main.ts')
    const doing = 'Opening the database and publishing what is new'
    const serving = await patiently(doing, serve(world.env), world)
    // A server may be ended in a way that leaves it no time for this.
    flushCompileCache()
    return { exit: 0, data: null, words: greeting(serving) }
  },
})

function greeting({ url, paths, login }: { url: string; paths: string[]; login: Login | null }): string[] {
  return [
    `Leadloom listens on ${url}\n`,
    ...paths.map((path) => `  ${url}/${path}`),
    `  ${url}/stats  for operators\n`,
    ...(login
      ? [`Log in as ${login.name} with the password ${login.password}\nIt is shown this once and not kept.\n`]
      : []),
    'Stop it with Ctrl+C.',
  ]
}

interface Login {
  name: string
  password: string
}
