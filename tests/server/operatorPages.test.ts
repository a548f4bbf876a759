import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtAssets } from '../../src/server/operators/operatorPages.ts'

/** Tests of what the operators' pages load. Needs the built apps: `npm run build`. */

const PAGES = [
  ['stats', 'src/stats/main.ts'],
  ['stats', 'src/desk/main.tsx'],
  ['studio', 'src/studio/drafts/main.tsx'],
] as const

test.each(PAGES)('in %s, the styles of %s come after those of the components they change', (app, entry) => {
  const all = builtAssets(`dist/${app}`, entry)!.styles.map((name) =>
    readFileSync(join('dist', app, name), 'utf8'),
  )
  const text = all.join('\n')
  const ours = text.indexOf('.login-card{')
  expect(ours).toBeGreaterThan(text.indexOf('.m_1b7284a3{'))
  expect(text.indexOf('.m_1b7284a3{')).toBeGreaterThan(-1)
})

test('the studio loads the import of forms only once a file is chosen', () => {
  const { script, modules } = builtAssets('dist/studio', 'src/studio/drafts/main.tsx')!
  const loaded = [script, ...modules].map((name) => readFileSync(join('dist/studio', name), 'utf8'))
  expect(loaded.some((text) => text.includes('default_tys'))).toBe(false)
})
