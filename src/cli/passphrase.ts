import { readFileSync } from 'node:fs'
import { misuse } from './failure.ts'

/** The option and the variable that a passphrase of backups comes by, as help lists them. */
export const PASSPHRASE_OPTION = {
  type: 'string',
  about: 'A file with the passphrase on its one line. Otherwise BACKUP_PASSPHRASE.',
  value: 'PATH',
} as const
export const PASSPHRASE_VARIABLE = ['BACKUP_PASSPHRASE', 'The passphrase of encrypted backups.'] as const

/** The passphrase of backups: what the file holds that --passphrase-file names, else BACKUP_PASSPHRASE; null when neither is given. The
 *  command line is no place for it, as every user of the machine can read that. */
export function passphraseOf(file: string | undefined, env: NodeJS.ProcessEnv): string | null {
  if (file === undefined) return env['BACKUP_PASSPHRASE'] || null
  const line = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (line === '' || line.includes('\n')) throw misuse(`${file} must hold the passphrase on its one line.`)
  return line
}
