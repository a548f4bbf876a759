import { command } from '../command.ts'
import { misuse } from '../failure.ts'

export const lsp = command('lsp', {
  summary:
    'Serves an editor: completion of a flow’s own names, hovers, problems while one writes, quick fixes.',
  usage: '[--stdio]',
  about:
    'Editors start it by themselves and speak with it over its input and output, by the Language Server Protocol. It looks at\nflows alone, and ends with the editor.',
  examples: ['leadloom lsp'],
  options: { stdio: { type: 'boolean', about: 'What it does anyway; some editors say so.' } },
  async run({ positionals }, world) {
    if (positionals.length > 0) throw misuse('It takes no file: the editor says which are open.')
    const [{ createConnection, ProposedFeatures }, { serveLanguage }] = await Promise.all([
      import('vscode-languageserver/node'),
      import('../lsp/languageServer.ts'),
    ])
    serveLanguage(createConnection(ProposedFeatures.all, process.stdin, process.stdout), world.now)
    // The connection ends the process, when the editor says so or the input closes.
    return new Promise<never>(() => {})
  },
})
