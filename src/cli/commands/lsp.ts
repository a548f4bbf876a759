import { command } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'

export const lsp = command('lsp', {
  summary: 'Run the language server for editors',
  usage: '[--stdio]',
  about:
    'It completes names of your flow, explains them on hover, shows problems while you type, and offers quick fixes. Your editor starts and stops it, and talks to it over standard input and output (Language Server Protocol).',
  examples: ['leadloom lsp'],
  options: { stdio: { type: 'boolean', about: 'The default. Some editors pass it anyway.' } },
  async run({ positionals }, ctx) {
    if (positionals.length > 0) throw misuse("lsp doesn't take files. The editor opens them.")
    const [{ createConnection, ProposedFeatures }, { serveLanguage }] = await Promise.all([
      import('vscode-languageserver/node'),
      import('../lsp/languageServer.ts'),
    ])
    serveLanguage(createConnection(ProposedFeatures.all, process.stdin, process.stdout), ctx.now)
    // The connection ends the process, when the editor says so or the input closes.
    return new Promise<never>(() => {})
  },
})
