import { hash } from 'node:crypto'
import type { Source } from '../../store/nouns/versions/draftRecords.ts'
import { SOURCE } from '../../store/nouns/files/unusedSources.ts'
import type { Store } from '../../store/store.ts'

/** Files beside a flow as their author provided them, each saved once under the SHA-256 of its bytes, so that a version can be edited
 *  later. */

/** Saves the files that aren't stored yet; resolves to the digest of each, by name. */
export async function keepSourceFiles(
  store: Pick<Store, 'useImportedFile' | 'keepImportedFile'>,
  files: ReadonlyMap<string, Buffer>,
): Promise<Source['files']> {
  const kept: Source['files'] = {}
  for (const [name, bytes] of files) {
    const digest = hash('sha256', bytes)
    if (!(await store.useImportedFile(keyOf(digest))))
      await store.keepImportedFile(keyOf(digest), bytes.toString('base64'))
    kept[name] = digest
  }
  return kept
}

/** Bytes of each file, by name. Rejects if one is gone. */
export async function readSourceFiles(
  store: Pick<Store, 'importedFile'>,
  files: Source['files'],
): Promise<Map<string, Buffer>> {
  const read = Object.entries(files).map(async ([name, digest]) => {
    const content = await store.importedFile(keyOf(digest))
    if (content === null) throw new Error(`The file ${name} (${digest}) is no longer available.`)
    return [name, Buffer.from(content, 'base64')] as const
  })
  return new Map(await Promise.all(read))
}

/** Size of each file in bytes, by name. */
export async function sourceSizes(
  store: Pick<Store, 'importedBytes'>,
  files: Source['files'],
): Promise<Map<string, number>> {
  const sizes = Object.entries(files).map(
    async ([name, digest]) => [name, (await store.importedBytes(keyOf(digest))) ?? 0] as const,
  )
  return new Map(await Promise.all(sizes))
}

function keyOf(digest: string): string {
  return `${SOURCE}${digest}`
}
