import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltDocs } from '../server/docs/builtDocs.ts'
import { CHAPTERS } from './contents.ts'
import { drawPage } from './drawPage.ts'

/** Builds what the server shows at /docs from the Markdown files: docs.json, and the pictures in files/. Run by npm run build. */
const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'dist', 'docs')

rmSync(OUT, { recursive: true, force: true })
mkdirSync(join(OUT, 'files'), { recursive: true })
const built: BuiltDocs = { pages: [], pictures: [] }
for (const { title: chapter, pages } of CHAPTERS)
  for (const source of pages) {
    const { pictures, ...page } = drawPage(source, readFileSync(join(ROOT, source), 'utf8'))
    built.pages.push({ chapter, ...page })
    for (const [name, file] of pictures) {
      copyFileSync(join(ROOT, file), join(OUT, 'files', name))
      built.pictures.push(name)
    }
  }
writeFileSync(join(OUT, 'docs.json'), JSON.stringify(built))
