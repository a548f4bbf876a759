import { themeCss } from '../../author/site/themeCss.ts'
import type { Source } from '../../store/nouns/versions/draftRecords.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import type { Store } from '../../store/store.ts'
import { looksOf } from '../publish/looksOf.ts'
import { keepSourceFiles } from '../publish/sourceFiles.ts'

/** Source for editing a version: what its author wrote. If it was published before sources were saved, this is what visitors get: its
 *  flow as text and its files. The pictures of its steps must then be uploaded again, because only their sizes are stored. */
export async function sourceOf(
  store: Pick<Store, 'versionSource' | 'useImportedFile' | 'keepImportedFile'>,
  { version, flow, style, icons }: Version,
): Promise<Source> {
  const kept = await store.versionSource(version)
  if (kept) return kept
  const { pictures: _, ...written } = flow
  const made = themeCss(flow.ui_config.site.theme) + (await looksOf(flow))
  const own = style.startsWith(made) ? style.slice(made.length) : style
  const files = new Map(
    Object.entries(icons).map(([name, content]) => [name, Buffer.from(content, 'base64')]),
  )
  files.set(`${flow.ui_config.style}.css`, Buffer.from(own))
  return { text: `${JSON.stringify(written, null, 2)}\n`, files: await keepSourceFiles(store, files) }
}
