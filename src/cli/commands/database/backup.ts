import { resolve } from 'node:path'
import { command, countOf } from '../../kernel/command.ts'
import { misuse } from '../../kernel/failure.ts'
import { PASSPHRASE_OPTION, PASSPHRASE_VARIABLE, passphraseOf } from '../../kernel/passphrase.ts'
import { mebibytes, patiently } from '../../words/report.ts'

export const backup = command('backup', {
  summary: 'Back up the database to a new file, even while the server runs',
  usage: 'FILE [--encrypt] | --into FOLDER [--keep DAYS] [--encrypt]',
  about:
    'The backup is a snapshot of one moment. It gets its name only after it was checked, so any file you see is good. Only your user can read it.\nTo restore it: leadloom restore FILE. Encrypted backups use the age format, so age --decrypt opens them with the same passphrase.',
  examples: [
    'leadloom backup /var/backups/leadloom-2026-11-21.db',
    'leadloom backup --into /var/backups/leadloom --keep 14 --encrypt --passphrase-file /etc/leadloom.passphrase',
  ],
  options: {
    into: { type: 'string', about: 'Write to this folder, with the time as the file name.', value: 'FOLDER' },
    keep: {
      type: 'string',
      about: 'With --into: keep the newest backup of each of this many days, and delete older ones.',
      value: 'DAYS',
    },
    encrypt: { type: 'boolean', about: 'Encrypt the backup with a passphrase.' },
    'passphrase-file': PASSPHRASE_OPTION,
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.'], PASSPHRASE_VARIABLE],
  async run({ values, positionals }, ctx) {
    const { into, keep } = values
    if (positionals.length !== (into === undefined ? 1 : 0))
      throw misuse('Add one new file, or a folder with --into.')
    if (keep !== undefined && into === undefined) throw misuse('--keep only works with --into.')
    const passphrase = encryptsWith(values, ctx.env)
    const days = keep === undefined ? null : countOf(keep, '--keep')
    const to = into === undefined ? { file: resolve(positionals[0]!) } : { into: resolve(into), days }
    const { parseSettings } = await import('../../../server/settings/settings.ts')
    const { backUp } = await import('../../../server/main.ts')
    const copying = backUp(parseSettings(ctx.env), to, { now: ctx.now(), passphrase })
    const { file, bytes, dropped, isRecorded } = await patiently(
      'Copying the database and checking the copy',
      copying,
      ctx,
    )
    if (!isRecorded)
      ctx.err("The backup is fine, but its time couldn't be saved in the database. Metrics won't show it.")
    const how = passphrase === null ? 'checked' : 'checked, encrypted'
    return {
      exit: 0,
      data: { file, bytes, encrypted: passphrase !== null, dropped },
      words: [`${file}  ${mebibytes(bytes)} MiB, ${how}.`, ...dropped.map((old) => `Deleted ${old}.`)],
    }
  },
})

/** Long, because anyone with the file can try as many passphrases as they like. */
const SHORTEST = 12

function encryptsWith(
  { encrypt, 'passphrase-file': file }: { encrypt: boolean; 'passphrase-file'?: string | undefined },
  env: NodeJS.ProcessEnv,
): string | null {
  if (!encrypt) {
    if (file !== undefined) throw misuse('--passphrase-file only works with --encrypt.')
    return null
  }
  const passphrase = passphraseOf(file, env)
  if (passphrase === null) throw misuse('Set BACKUP_PASSPHRASE, or use --passphrase-file PATH.')
  if (passphrase.length < SHORTEST) throw misuse(`The passphrase needs at least ${SHORTEST} characters.`)
  return passphrase
}
