import { resolve } from 'node:path'
import { command } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { mebibytes, patiently } from '../../words/report.ts'

export const backup = command('backup', {
  summary: 'Copies the database into one new file, beside a running server too.',
  usage: 'FILE',
  about:
    'The copy is as the database is at one instant, and is read through before it gets its name: a file that is there is a good one. leadloom restore FILE puts it back.',
  examples: ['leadloom backup /var/backups/leadloom-2026-11-21.db'],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ positionals }, world) {
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw misuse('Name one new file.')
    const { parseSettings } = await import('../../../server/settings/settings.ts')
    const { backUp } = await import('../../../server/main.ts')
    const file = resolve(name)
    const copying = backUp(parseSettings(world.env), file)
    const bytes = await patiently('Copying the database and reading the copy through', copying, world)
    return { exit: 0, data: { file, bytes }, words: [`${file}  ${mebibytes(bytes)} MiB, read through.`] }
  },
})
