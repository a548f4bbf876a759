import { flushCompileCache } from 'node:module'
import type { Serving } from '../../server/main.ts'
import type { Login } from '../../server/operators/operators.ts'
import { SETTINGS } from '../../server/settings/settings.ts'
import { command } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { plainLog } from '../words/plainLog.ts'
import { patiently } from '../words/report.ts'

export const serve = command('serve', {
  summary: 'Run the server until you stop it',
  usage: '',
  about: 'Sites that have never been published are published first. Settings come from the environment:',
  examples: ['leadloom serve', 'PORT=8080 DATA_DIR=/var/lib/leadloom leadloom serve'],
  options: {
    plain: {
      type: 'boolean',
      about: 'Prints the log as sentences, for someone who reads it as it comes. Otherwise it is JSON.',
    },
    demo: {
      type: 'boolean',
      about:
        'Runs a buyer on this machine that takes every lead of the demo sites, until you add your own. It never runs with BUYERS_FILE, PUBLIC_URL, SECRETS_KEY, or other settings of a deployment.',
    },
  },
  environment: Object.values(SETTINGS).map(({ env, about, default: usual }) => [
    env,
    `${about.replaceAll('`', '')}${usual === '' ? '' : ` Default: ${usual}.`}`,
  ]),
  async run({ values, positionals }, ctx) {
    if (positionals.length > 0) throw misuse(`serve doesn't take "${positionals[0]}".`)
    const { serve } = await import('../../server/main.ts')
    const { openDraftPage } = await import('../../preview/openDraftPage.ts')
    const doing = 'Opening the database and publishing new sites'
    const given = {
      openDraftPage,
      ...(values.plain && { log: plainLog(ctx.out) }),
      ...(values.demo && { openDemoBuyer }),
    }
    const serving = await patiently(doing, serve(ctx.env, ctx.err, given), ctx)
    // A server may be ended without time for this.
    flushCompileCache()
    return { exit: 0, data: null, words: greeting(serving) }
  },
})

async function openDemoBuyer(price: string) {
  const { openLocalBuyer } = await import('../kernel/localBuyer.ts')
  return openLocalBuyer({ port: 0, price, mannerOf: () => 'accept', onPost: () => {} })
}

function greeting({ url, operatorsUrl, paths, login, demoPrice }: Serving): string[] {
  const operators = operatorsUrl ?? url
  return [
    `Leadloom is running at ${url}\n`,
    ...paths.map((path) => `  ${url}/${path}`),
    `  ${operators}/stats   for operators: reports`,
    `  ${operators}/desk    for operators: leads, buyers, people`,
    `  ${operators}/studio  for authors: flows\n`,
    ...(demoPrice === null
      ? []
      : [
          `A demo buyer takes every lead of the demo sites for $${demoPrice}. See them at ${operators}/desk.\n`,
        ]),
    ...(login ? [`${loginWords(login)}\n`] : []),
    'Press Ctrl+C to stop.',
  ]
}

/** Printed text ends up in services' logs, so a password from the settings isn't repeated. */
function loginWords({ name, password }: Login): string {
  return password === null
    ? `Log in as ${name} with the password in OPERATOR_PASSWORD.`
    : `Log in as ${name} with the password ${password}\nIt won't be shown again.`
}
