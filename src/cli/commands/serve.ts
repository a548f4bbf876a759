import { command, misuse } from '../command.ts'

export const serve = command({
  summary:
    'Runs the server, and publishes the demo sites when their flows have changed. Settings come from the environment.',
  usage: '',
  examples: ['leadloom serve', 'PORT=8080 DATA_DIR=/var/lib/leadloom leadloom serve'],
  options: {},
  async run({ positionals }, { env }) {
    if (positionals.length > 0) throw misuse(`serve takes no "${positionals[0]}".`)
    const { serve } = await import('../../server/main.ts')
    await serve(env)
    return 0
  },
})
