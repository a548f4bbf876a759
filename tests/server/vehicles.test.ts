import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { IMPORTED, merged } from '../../src/server/outside/vehicles.ts'
import { refused, running } from './running.ts'

const vehicles = mkdtempSync(join(tmpdir(), 'leadloom-vehicles-'))
afterAll(() => rmSync(vehicles, { recursive: true }))
writeFileSync(join(vehicles, '2025.json'), '{"Acura":["MDX"],"Toyota":["RAV4"]}')
writeFileSync(join(vehicles, '2026.json'), '{"Toyota":["RAV4"]}')

test('a model year is cached for a day, with the catalog’s revision forever, and compressed', async () => {
  const { app, send, ctx } = await running({ folders: { vehicles } })
  const plain = await send({ url: '/main/vehicles/2025.json' })
  expect(plain.json()).toEqual({ Acura: ['MDX'], Toyota: ['RAV4'] })
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' })
  const { rawPayload, headers } = await app.inject({
    url: `/main/vehicles/2025.json?v=${(await ctx.vehicles()).revision}`,
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
  expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body)
})

test('a year newer than the catalog has the newest models, and an older or invalid one isn’t found', async () => {
  const { send } = await running({ folders: { vehicles } })
  expect((await send({ url: '/main/vehicles/2030.json' })).json()).toEqual({ Toyota: ['RAV4'] })
  for (const file of ['1991.json', '20245.json', 'build.ts', '..%2F2025.json', 'recent.json'])
    expect(refused(await send({ url: `/main/vehicles/${file}` }))).toMatchObject({ code: 404 })
})

test('an operator’s import is served within a second, on top of the bundled catalog', async () => {
  let now = 1_800_000_000_000
  const { send, ctx, store } = await running({ folders: { vehicles }, now: () => now })
  const { revision } = await ctx.vehicles()
  const imported = async (text: string) => {
    await store.keepImportedFile(IMPORTED, text)
    now += 1000
  }
  await imported('{"2026":{"TOYOTA":["rav4","Crown"]},"2027":{"Slate":["Truck"]}}')
  expect((await send({ url: '/main/vehicles/2026.json' })).json()).toEqual({ Toyota: ['Crown', 'RAV4'] })
  expect((await send({ url: '/main/vehicles/2028.json' })).json()).toEqual({ Slate: ['Truck'] })
  expect((await ctx.vehicles()).revision).not.toBe(revision)
  await imported('{}')
  expect((await send({ url: '/main/vehicles/2026.json' })).json()).toEqual({ Toyota: ['RAV4'] })
  expect((await ctx.vehicles()).revision).toBe(revision)
})

test('imported years are merged make by make and model by model, ignoring case', () => {
  const under = { '2025': { Acura: ['MDX'], BMW: ['3 Series'] } }
  const over = { '2025': { ACURA: ['mdx', 'ADX'], 'Alfa Romeo': ['Giulia'] }, '2027': { Kia: ['EV4'] } }
  expect(merged(under, over)).toEqual({
    '2025': { Acura: ['ADX', 'MDX'], 'Alfa Romeo': ['Giulia'], BMW: ['3 Series'] },
    '2027': { Kia: ['EV4'] },
  })
  expect(under).toEqual({ '2025': { Acura: ['MDX'], BMW: ['3 Series'] } })
})
