import { resolve } from 'node:path'
import type { RestoreAnswer } from '../../../../schemas/commands/operating.ts'
import { command } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { PASSPHRASE_OPTION, PASSPHRASE_VARIABLE, passphraseOf } from '../../passphrase.ts'
import { mebibytes, patiently } from '../../words/report.ts'
import { settingsOf } from '../../withStore.ts'

export const restore = command('restore', {
  summary: 'Puts a backup in the place of the database; what was there is kept beside it.',
  usage: 'FILE [--passphrase-file PATH]',
  about:
    'Stop the server first. The backup is read through before anything is changed, and FILE itself stays as it is. Where it cannot be used, the database stays as it was. An encrypted backup is recognized by itself.',
  examples: ['leadloom restore /var/backups/leadloom-2026-11-21.db'],
  options: { 'passphrase-file': PASSPHRASE_OPTION },
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.'], PASSPHRASE_VARIABLE],
  async run({ values, positionals }, world) {
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw misuse('Name one backup.')
    const settings = await settingsOf(world)
    const { restore } = await import('../../../server/main.ts')
    const copy = resolve(name)
    const dataDir = resolve(settings.dataDir)
    const passphrase = passphraseOf(values['passphrase-file'], world.env)
    const restoring = restore({ ...settings, dataDir }, copy, world.now(), passphrase)
    const restored = await patiently('Copying the backup and reading the copy through', restoring, world)
    return { exit: 0, data: restored, words: words(restored, copy) }
  },
})

function words({ database, bytes, aside }: RestoreAnswer, copy: string): string[] {
  return [
    `${database} is now as ${copy}: ${mebibytes(bytes)} MiB, read through.`,
    ...(aside === null ? [] : [`What was there is kept as ${aside}; delete it once all is well.`]),
    'Next: start the server with the same DATA_DIR. Repeat the privacy requests that were answered since the backup was made: leadloom privacy.',
  ]
}
