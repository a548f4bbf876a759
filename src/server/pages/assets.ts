import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { picker } from './stylesheet.ts'

/** What a visitor's page is built from. */
export interface Assets {
  /** The address of the app's module, and of those that it needs at once. */
  script: string
  preloads: string[]
  /** The script of the widgets that few sites show. */
  rare: string
  /** The script that takes presses before the app is there; it stands in the page. */
  early: string
  /** The components' stylesheet, which the site's own comes after: whole, what of it some markup can meet, and its address. */
  style: string
  styleOf: (markup: string) => string
  stylesheet: string
  /** The addresses of what a page says in other languages than English. */
  sentences: Partial<Record<string, string>>
  /** The script that other pages load to show a site. */
  embed: string
  /** The address of the module that a page in a frame loads besides. */
  embedded: string
  /** The Content-Security-Policy of a page with these style elements and scripts from these other origins; `ancestors` says who
   *  may frame it. */
  policy: (page: { styles: readonly string[]; origins: readonly string[]; ancestors: string }) => string
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Reads what Vite built; null when nothing is built. Throws when the build is not of this code. */
export function readAssets(folder: string): Assets | null {
  const manifest = join(folder, '.vite', 'manifest.json')
  if (!existsSync(manifest)) return null
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
  const chunk = (name: string): Chunk => {
    const found = chunks[name]
    if (!found) throw new Error(`The build in ${folder} lacks ${name}: run npm run build.`)
    return found
  }
  const text = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
  const main = chunk('src/visitor/page/main.tsx')
  // A build with maps ends each script in a comment that would take the closing brackets with it.
  const alone = (name: string) => `(()=>{${text(chunk(name).file).replace(NAME_OF_MAP, '')}})()`
  const early = alone('src/visitor/page/early.ts')
  const [stylesheet = ''] = main.css ?? []
  const style = inElement(text(stylesheet))
  const scripts = `script-src 'self' ${hashSource(early)}`
  return {
    script: BASE + main.file,
    preloads: importsOf(main, chunk).map((file) => BASE + file),
    rare: BASE + chunk('widgets/rareWidgets.ts').file,
    early,
    style,
    styleOf: picker(style),
    stylesheet: BASE + stylesheet,
    sentences: { es: BASE + chunk('src/texts/spanish/spanishSentences.ts').file },
    embed: alone('src/visitor/embedding/embed.ts'),
    embedded: BASE + chunk('src/visitor/embedding/embedded.ts').file,
    policy: ({ styles, origins, ancestors }) =>
      [
        ...[scripts, ...LOADS].map((directive) => [directive, ...origins].join(' ')),
        ...POLICY,
        ancestors,
        ["style-src 'self'", ...styles.map(hashSource)].join(' '),
      ].join('; '),
  }
}

/** A stylesheet as the text of a style element. To CSS a slash is the same behind a backslash, and `</style>` in a
 *  stylesheet does not end the element. */
export function inElement(style: string): string {
  return style.trim().replaceAll('</', '<\\/')
}

const NAME_OF_MAP = /\s*\/\/# sourceMappingURL=\S+$/

const BASE = '/main/'

/** What tracking scripts do as well: they call home, or ask for a picture of one dot. A site's stylesheet holds pictures. */
const LOADS = ["connect-src 'self'", "img-src 'self' data:"]

const POLICY = ["default-src 'none'", "form-action 'self'", "base-uri 'none'"]

/** What a Content-Security-Policy calls an inline script or style by. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function importsOf({ imports = [] }: Chunk, chunk: (name: string) => Chunk): string[] {
  return [...new Set(imports.flatMap((name) => [chunk(name).file, ...importsOf(chunk(name), chunk)]))]
}
