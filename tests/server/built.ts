import { existsSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '..', '..', 'dist')

/** Folders of a server that shows the visitor's page. */
export const BUILT = { visitor: join(DIST, 'visitor'), render: join(DIST, 'render') }

if (
  !existsSync(join(BUILT.visitor, '.vite', 'manifest.json')) ||
  !existsSync(join(BUILT.render, 'render.js'))
)
  throw new Error('The visitor’s page is not built: run npm run build, then this test again.')
