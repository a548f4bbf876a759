import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { readAssets } from '../../../src/server/pages/assets.ts'

const BUILT = resolve('dist/visitor')

test('inline scripts of a page are complete if the build has source maps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-assets-'))
  try {
    cpSync(BUILT, folder, { recursive: true })
    const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string } | undefined
    >
    for (const name of ['src/visitor/page/early.ts', 'src/visitor/embedding/embed.ts']) {
      const file = join(folder, chunks[name]!.file)
      writeFileSync(
        file,
        `${readFileSync(file, 'utf8').trim()}\n//# sourceMappingURL=${chunks[name]!.file}.map\n`,
      )
    }
    const [plain, mapped] = [readAssets(BUILT)!, readAssets(folder)!]
    expect([mapped.early, mapped.embed]).toEqual([plain.early, plain.embed])
    for (const script of [mapped.early, mapped.embed]) expect(() => new Script(script)).not.toThrow()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
