import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { visitorPolicy, type PagePolicy } from '../kernel/contentSecurityPolicy.ts'
import { picker } from './stylesheet.ts'

/** Assets of a visitor's page. */
export interface Assets {
  /** Address of the app's module, and of those it needs at once. */
  script: string
  preloads: string[]
  /** Script of the widgets that few sites show. */
  lazyWidgets: string
  /** Inline script that handles presses until the app is ready. */
  early: string
  /** Stylesheet of the components, which comes before the site's own: the whole of it, the part that some markup can use, and its
   *  address. */
  style: string
  styleOf: (markup: string) => string
  stylesheet: string
  /** Addresses of a page's texts in languages other than English. */
  sentences: Partial<Record<string, string>>
  /** Script that other pages load to embed a site. */
  embed: string
  /** Address of the module that a page in a frame also loads. */
  embedded: string
  /** Content-Security-Policy of a page. */
  policy: (page: PagePolicy) => string
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Reads Vite's build; null if there is none. Throws if the build is not of this code. */
export function readAssets(folder: string): Assets | null {
  const manifest = join(folder, '.vite', 'manifest.json')
  if (!existsSync(manifest)) return null
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
  const chunk = (name: string): Chunk => {
    const found = chunks[name]
    if (!found) throw new Error(`The build in ${folder} is missing ${name}. Run npm run build.`)
    return found
  }
  const text = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
  const main = chunk('src/visitor/page/main.tsx')
  // In a build with source maps, each script ends in a comment that would swallow the closing brackets.
  const alone = (name: string) => `(()=>{${text(chunk(name).file).replace(NAME_OF_MAP, '')}})()`
  const early = alone('src/visitor/page/early.ts')
  const [stylesheet = ''] = main.css ?? []
  const style = inElement(text(stylesheet))
  return {
    script: BASE + main.file,
    preloads: importsOf(main, chunk).map((file) => BASE + file),
    lazyWidgets: BASE + chunk('widgets/lazyWidgets.ts').file,
    early,
    style,
    styleOf: picker(style),
    stylesheet: BASE + stylesheet,
    sentences: { es: BASE + chunk('src/texts/spanish/spanishSentences.ts').file },
    embed: alone('src/visitor/embedding/embed.ts'),
    embedded: BASE + chunk('src/visitor/embedding/embedded.ts').file,
    policy: visitorPolicy(early),
  }
}

/** Escapes a stylesheet for a style element. In CSS, a slash after a backslash is still a slash, and `</style>` in a stylesheet doesn't
 *  end the element. */
export function inElement(style: string): string {
  return style.trim().replaceAll('</', '<\\/')
}

const NAME_OF_MAP = /\s*\/\/# sourceMappingURL=\S+$/

const BASE = '/main/'

function importsOf({ imports = [] }: Chunk, chunk: (name: string) => Chunk): string[] {
  return [...new Set(imports.flatMap((name) => [chunk(name).file, ...importsOf(chunk(name), chunk)]))]
}
