import { themeCss } from '../../author/site/themeCss.ts'
import type { Source } from '../../store/drafts/draftRecords.ts'
import type { Version } from '../../store/versions/versionTypes.ts'
import type { Store } from '../../store/store.ts'
import { looksOf } from '../publish/looksOf.ts'
import { keepSourceFiles } from '../publish/sourceFiles.ts'

/** What a version is written on from: what its author wrote. Of one that was published before that was kept, what visitors get: its
 *  flow as text, its files; the pictures of its steps are to be given again, for only their sizes are kept. */
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
