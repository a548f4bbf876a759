import { resolve } from 'node:path'
import { command, countOf } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { PASSPHRASE_OPTION, PASSPHRASE_VARIABLE, passphraseOf } from '../../passphrase.ts'
import { mebibytes, patiently } from '../../words/report.ts'

export const backup = command('backup', {
  summary: 'Copies the database into one new file, beside a running server too.',
  usage: 'FILE [--encrypt] | --into FOLDER [--keep DAYS] [--encrypt]',
  about:
    'The copy is as the database is at one instant, and is read through before it gets its name: a file that is there is a good one. Only your user can read it. leadloom restore FILE puts it back. An encrypted copy is in the format of age: age --decrypt opens it too, with the same passphrase.',
  examples: [
    'leadloom backup /var/backups/leadloom-2026-11-21.db',
    'leadloom backup --into /var/backups/leadloom --keep 14 --encrypt --passphrase-file /etc/leadloom.passphrase',
  ],
  options: {
    into: { type: 'string', about: 'Name the copy by the time, in this folder.', value: 'FOLDER' },
    keep: {
      type: 'string',
      about: 'With --into: keep the newest copy of each of so many days, and delete older ones.',
      value: 'DAYS',
    },
    encrypt: { type: 'boolean', about: 'Encrypt the copy with a passphrase.' },
    'passphrase-file': PASSPHRASE_OPTION,
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.'], PASSPHRASE_VARIABLE],
  async run({ values, positionals }, world) {
    const { into, keep } = values
    if (positionals.length !== (into === undefined ? 1 : 0))
      throw misuse('Name one new file, or a folder by --into.')
    if (keep !== undefined && into === undefined) throw misuse('--keep goes with --into.')
    const passphrase = encryptsWith(values, world.env)
    const days = keep === undefined ? null : countOf(keep, '--keep')
    const to = into === undefined ? { file: resolve(positionals[0]!) } : { into: resolve(into), days }
    const { parseSettings } = await import('../../../server/settings/settings.ts')
    const { backUp } = await import('../../../server/main.ts')
    const copying = backUp(parseSettings(world.env), to, { now: world.now(), passphrase })
    const { file, bytes, dropped, isRecorded } = await patiently(
      'Copying the database and reading the copy through',
      copying,
      world,
    )
    if (!isRecorded)
      world.err(
        'The copy is fine, but the database can’t note when it was made: the metrics will not count it.',
      )
    const how = passphrase === null ? 'read through' : 'read through, encrypted'
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
    if (file !== undefined) throw misuse('--passphrase-file goes with --encrypt.')
    return null
  }
  const passphrase = passphraseOf(file, env)
  if (passphrase === null) throw misuse('Set BACKUP_PASSPHRASE, or name a file with it by --passphrase-file.')
  if (passphrase.length < SHORTEST) throw misuse(`The passphrase needs at least ${SHORTEST} characters.`)
  return passphrase
}
