import { SETTINGS } from '../../server/settings.ts'
import { command, misuse, type World } from '../command.ts'
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
  async run({ positionals }, world) {
    if (positionals.length > 0) throw misuse(`serve takes no "${positionals[0]}".`)
    const { serve } = await import('../../server/main.ts')
    const doing = 'Opening the database and publishing what is new'
    greet(await patiently(doing, serve(world.env), world), world)
    return 0
  },
})

function greet(
  { url, paths, login }: { url: string; paths: string[]; login: Login | null },
  world: World,
): void {
  world.out(`Leadloom listens on ${url}\n`)
  for (const path of paths) world.out(`  ${url}/${path}`)
  world.out(`  ${url}/stats  for operators\n`)
  if (login)
    world.out(
      `Log in as ${login.name} with the password ${login.password}\nIt is shown this once and not kept.\n`,
    )
  world.out('Stop it with Ctrl+C.')
}

interface Login {
  name: string
  password: string
}
