import { resolve } from 'node:path'
import type { RestoreAnswer } from '../../../../schemas/commands/operating.ts'
import { command } from '../../kernel/command.ts'
import { misuse } from '../../kernel/failure.ts'
import { PASSPHRASE_OPTION, PASSPHRASE_VARIABLE, passphraseOf } from '../../kernel/passphrase.ts'
import { mebibytes, patiently } from '../../words/report.ts'
import { settingsOf } from '../../kernel/withStore.ts'

export const restore = command('restore', {
  summary: 'Restore the database from a backup, keeping a copy of the old one',
  usage: 'FILE [--passphrase-file PATH]',
  about:
    "Stop the server first. The backup is checked before anything changes. If it can't be used, the database stays as it was. FILE isn't changed. Encrypted backups are recognized automatically.",
  examples: ['leadloom restore /var/backups/leadloom-2026-11-21.db'],
  options: { 'passphrase-file': PASSPHRASE_OPTION },
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.'], PASSPHRASE_VARIABLE],
  async run({ values, positionals }, ctx) {
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw misuse('Add one backup file.')
    const settings = await settingsOf(ctx)
    const { restore } = await import('../../../server/main.ts')
    const copy = resolve(name)
    const dataDir = resolve(settings.dataDir)
    const passphrase = passphraseOf(values['passphrase-file'], ctx.env)
    const restoring = restore({ ...settings, dataDir }, copy, ctx.now(), passphrase)
    const restored = await patiently('Copying the backup and checking the copy', restoring, ctx)
    return { exit: 0, data: restored, words: words(restored, copy) }
  },
})

function words({ database, bytes, aside }: RestoreAnswer, copy: string): string[] {
  return [
    `Restored ${database} from ${copy}: ${mebibytes(bytes)} MiB, checked.`,
    ...(aside === null ? [] : [`The old database is kept in ${aside}. Delete it once everything works.`]),
    'Next: start the server with the same DATA_DIR. Then repeat privacy requests that were answered after the backup: leadloom privacy',
  ]
}
