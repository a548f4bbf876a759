import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { keepBuild } from '../../src/server/pages/earlierBuilds.ts'
import { refused, running } from './running.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-builds-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Folder of a build with these files. */
function built(name: string, files: Record<string, string>): string {
  const folder = join(root, name)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folder, 'assets', file), text)
    writeFileSync(join(folder, 'assets', `${file}.br`), brotliCompressSync(text))
  }
  return folder
}

const SHARED = 'export const shared = 1'
const [OLD, NEW] = [
  { visitor: built('old', { 'main-a1.js': 'old()', 'shared-c.js': SHARED, 'main-a1.css': 'a{}' }) },
  { visitor: built('new', { 'main-b2.js': 'new()', 'shared-c.js': SHARED, 'main-b2.js.map': 'map' }) },
]

test('servers of two builds on one store serve the files of both', async () => {
  const first = await running({ folders: OLD })
  const second = await running({ folders: NEW, store: first.store })
  await keepBuild(first.store, first.ctx.folders, 1000)
  await keepBuild(first.store, second.ctx.folders, 2000)
  for (const { app, send } of [first, second]) {
    for (const [file, text, type] of [
      ['main-a1.js', 'old()', 'application/javascript; charset=utf-8'],
      ['main-b2.js', 'new()', 'application/javascript; charset=utf-8'],
      ['shared-c.js', SHARED, 'application/javascript; charset=utf-8'],
      ['main-a1.css', 'a{}', 'text/css; charset=utf-8'],
    ]) {
      const { body, headers } = await send({ url: `/main/assets/${file}` })
      expect([body, headers]).toMatchObject([
        text,
        { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
      ])
    }
    const packed = await app.inject({
      url: `/main/assets/${app === first.app ? 'main-b2.js' : 'main-a1.js'}`,
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(app === first.app ? 'new()' : 'old()')
    expect((await app.inject({ method: 'HEAD', url: '/main/assets/main-b2.js' })).statusCode).toBe(200)
  }
  const { send } = second
  for (const file of ['assets/main-b2.js.map.gz', 'assets/main-zz.js', 'main-a1.js', 'assets/', 'x.json'])
    expect(refused(await send({ url: `/main/${file}` }))).toMatchObject({ code: 404 })
})

test('a server without a build stores no files, and those of other builds stay', async () => {
  const { store, send, ctx } = await running()
  await keepBuild(store, { ...ctx.folders, ...OLD }, 0)
  await keepBuild(store, ctx.folders, 10 ** 12)
  await keepBuild(store, { ...ctx.folders, ...NEW }, 2 * 10 ** 12)
  expect((await send({ url: '/main/assets/main-a1.js' })).body).toBe('old()')
})
