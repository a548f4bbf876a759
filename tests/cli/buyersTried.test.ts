import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { BuyersAnswer } from '../../schemas/commands/selling.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { leadloom } from './commandLine.ts'

function folderOf() {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-tried-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('tests a buyer of the file, prints its response, and exits with 0 only if it accepts', async () => {
  let answer = { result: 'accepted', id: 'T-1', price: '12.50' } as object
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/leads`
  const folder = folderOf()
  await layEmptyDatabase(folder)
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: { mine: { format: 'json', url, local: true } } }))
  const env = { DATA_DIR: folder, BUYERS_FILE: file, LOCAL_TARGETS: 'allow' }
  const tried = await leadloom('buyers test mine --json', { env })
  const data = JSON.parse(tried.out) as BuyersAnswer
  expect([Value.Check(BuyersAnswer, data), data.exchanges?.map(({ status }) => status)]).toEqual([
    true,
    [200],
  ])
  expect([tried.code, data.exchanges?.at(-1)?.understood]).toEqual([0, 'accepted'])
  answer = { result: 'rejected', reason: 'Not now.' }
  const refused = await leadloom('buyers test mine', { env })
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('rejected')])
  expect((await leadloom('buyers test unknown', { env })).code).toBe(1)
  expect((await leadloom('buyers test', { env })).code).toBe(2)
})

test('validate lists problems of a buyers file with line and column, and repeats no secret', async () => {
  const file = join(folderOf(), 'buyers.json')
  const write = (buyers: object) => writeFileSync(file, JSON.stringify({ buyers }, null, 2))
  const acme = { format: 'json', url: 'https://buyer.example/leads', headers: { authorization: 's3cret' } }
  write({ acme })
  const good = await leadloom(['validate', file])
  expect([good.code, good.out]).toEqual([0, expect.stringContaining(`Next: leadloom buyers set ${file}`)])
  write({ acme: { ...acme, pirce: 's3cret' } })
  const unknown = await leadloom(['validate', file])
  expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining(`${file}:9:`)])
  expect(unknown.out + unknown.err).not.toContain('s3cret')
  write({ acme: { ...acme, url: 'http://buyer.example/leads' } })
  const open = await leadloom(['validate', file])
  expect([open.code, open.out]).toEqual([1, expect.stringContaining(`${file}:5:`)])
})
