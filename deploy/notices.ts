import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameAt, type Lock } from './shipped.ts'

/** The licenses of the packages in `lock` that are installed in `folder`, each with its own texts where it has any. */
export function noticesOf({ packages }: Lock, folder: string): string {
  const notices = Object.entries(packages)
    .filter(([place]) => place !== '' && existsSync(join(folder, place)))
    .map(([place, { version = '', license = 'see its text' }]) =>
      [`${nameAt(place)} ${version} (${license})`, ...textsIn(join(folder, place))].join('\n\n'),
    )
  return `${notices.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(licen[cs]e|notice|copying|thirdparty)/i.test(file.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .sort()
}
