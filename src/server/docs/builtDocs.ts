import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The documentation as npm run build makes it of the Markdown files. */
export interface BuiltDocs {
  pages: DocsPage[]
  /** Names of files that pages show. */
  pictures: string[]
}

/** A page, in the order in which they are read. */
export interface DocsPage {
  chapter: string
  /** Address on this server, like /docs/recipes/embed. */
  address: string
  title: string
  html: string
  sections: DocsSection[]
}

/** A heading with what is below it. */
export interface DocsSection {
  /** Anchor of the heading; empty for a page's own. */
  anchor: string
  depth: number
  title: string
  /** Words that it's found by although they aren't in its text. */
  words: string
  text: string
}

/** The documentation in a folder; null if there is no build. */
export function readDocs(folder: string): BuiltDocs | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'docs.json'), 'utf8')) as BuiltDocs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
