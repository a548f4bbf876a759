import type { Path } from '../complete/cursor.ts'
import { record, valueAt } from '../complete/shapes.ts'

/** A file beside a flow, with the path that names it. */
export interface FileNamed {
  name: string
  at: Path
}

/** Every file that a flow names or needs, in the order of its text: pictures, fonts, documents, its stylesheet and its icons. */
export function filesNamed(document: unknown): FileNamed[] {
  const found: FileNamed[] = []
  const walk = (value: unknown, at: Path): void => {
    if (typeof value === 'string') {
      if (NAMING.has(String(at.at(-1))) && FILE.test(value)) found.push({ name: value, at })
    } else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value))
        walk(each, [...at, Array.isArray(value) ? Number(key) : key])
  }
  walk(document, [])
  const config = record(valueAt(document, ['ui_config']))
  if (typeof config['style'] === 'string')
    found.push({ name: `${config['style']}.css`, at: ['ui_config', 'style'] })
  if ('favicon' in config) for (const name of ICONS) found.push({ name, at: ['ui_config', 'favicon'] })
  return found
}

/** Members that name a file. */
const NAMING: ReadonlySet<string> = new Set(['file', 'picture'])
const FILE = /^[\w-]+\.\w+$/
/** Icons of src/author/document/iconFiles.ts, which reads bytes with Node and cannot be imported here. */
const ICONS = ['favicon.ico', 'icon-180.png', 'icon.svg']
