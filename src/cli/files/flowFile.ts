import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { misuse } from '../kernel/failure.ts'

/** The flow file that `word` names; for a folder, the flow.json in it. */
export async function fileNamed(word: string): Promise<string> {
  return (await found(word))?.isDirectory() ? join(word, 'flow.json') : word
}

/** The same file. Throws if it doesn't exist. */
export async function flowFile(word: string): Promise<string> {
  const file = await fileNamed(word)
  if (!(await found(file))?.isFile()) throw misuse(`The file ${file} doesn't exist.`)
  return file
}

/** Site of a flow file, which is named after its folder. */
export function siteOf(file: string): string {
  return basename(dirname(resolve(file)))
}

async function found(place: string) {
  return stat(place).catch(() => null)
}
