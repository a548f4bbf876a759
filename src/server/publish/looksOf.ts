import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { lazyElementsIn } from '../../flow/elements/lazyElements.ts'

/** Styles of parts that few sites show. They come before the site's own stylesheet, and cost other sites nothing. */
export async function looksOf(flow: Flow): Promise<string> {
  const { promise, trust } = flow.ui_config.site
  const files = [
    ...(promise !== undefined || trust !== undefined ? ['firstScreen'] : []),
    ...(flow.pictures ? ['pictures'] : []),
    ...(flow.ui_config.come_back ? ['goOn'] : []),
    ...lazyElementsIn(flow),
  ]
  return (await Promise.all(files.map((file) => readFile(join(PAGE, `${file}.css`), 'utf8')))).join('')
}

const PAGE = join(import.meta.dirname, '..', '..', 'visitor', 'page')
