import { readFileSync } from 'node:fs'
import { misuse } from './failure.ts'

/** The option and the variable for the passphrase of backups, as help lists them. */
export const PASSPHRASE_OPTION = {
  type: 'string',
  about: 'A file with the passphrase on a single line. Default: BACKUP_PASSPHRASE.',
  value: 'PATH',
} as const
export const PASSPHRASE_VARIABLE = ['BACKUP_PASSPHRASE', 'The passphrase of encrypted backups.'] as const

/** Passphrase of backups, from the file that --passphrase-file names, else from BACKUP_PASSPHRASE; null if neither is given. It doesn't
 *  belong on the command line, which every user of the machine can read. */
export function passphraseOf(file: string | undefined, env: NodeJS.ProcessEnv): string | null {
  if (file === undefined) return env['BACKUP_PASSPHRASE'] || null
  const line = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (line === '' || line.includes('\n'))
    throw misuse(`${file} must contain the passphrase on a single line.`)
  return line
}
