import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { BuyersAnswer } from '../../schemas/commands/selling.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { leadloom, NOW } from './commandLine.ts'

const ACME = {
  format: 'json',
  url: 'https://buyer.example/leads',
  headers: { authorization: 'Bearer s3cret' },
}

test('saves, shows, changes and removes a buyer, and prints no secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-buyers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await layEmptyDatabase(folder)
  const file = join(folder, 'acme.json')
  const write = (buyers: object) => writeFileSync(file, JSON.stringify({ buyers }, null, 2))
  const buyers = async (line: string, env = {}) => {
    const said = await leadloom(`buyers ${line}`, { env: { DATA_DIR: folder, ...env } })
    expect(said.out + said.err).not.toContain('s3cret')
    return said
  }
  const lines = async (line: string) => {
    const said = await buyers(line)
    return [said.code, ...[said.out, said.err].filter(Boolean)]
  }

  expect(await lines('')).toEqual([0, expect.stringContaining('No buyers yet')])
  write({ acme: { ...ACME, pirce: 's3cret' }, bolt: { ...ACME, headers: { 'x-key': '' } } })
  const wrong = [
    `${file}:9:16  pirce isn't a known key. Check its spelling.`,
    `${file}:15:18  Enter this secret. None is saved yet.`,
  ]
  expect(await lines(`set ${file}`)).toEqual([1, expect.stringContaining(wrong.join('\n'))])
  expect(await lines('')).toEqual([0, expect.stringContaining('No buyers yet')])

  write({ acme: ACME })
  expect(await lines(`set ${file}`)).toEqual([0, 'Saved acme, revision 1.'])
  const at = new Date(NOW).toISOString()
  expect(await lines('')).toEqual([0, `acme  json  buyer.example  revision 1  saved by console at ${at}`])
  const shown = { buyers: { acme: { ...ACME, headers: { authorization: '' } } } }
  expect(JSON.parse((await buyers('show acme')).out)).toEqual(shown)

  write({ acme: { ...shown.buyers.acme, price: '3' } })
  expect(await lines(`set ${file}`)).toEqual([0, 'Saved acme, revision 2.'])
  expect(await lines(`set ${file} --revision 1`)).toEqual([
    1,
    expect.stringMatching(/console saved a newer version on/),
  ])
  const answer: unknown = JSON.parse((await buyers('--json')).out)
  expect([Value.Check(BuyersAnswer, answer), answer]).toMatchObject([
    true,
    { buyers: [{ buyer: 'acme', revision: 2, document: { price: '3', headers: { authorization: '' } } }] },
  ])
  write({ acme: ACME })
  const refused = await buyers(`set ${file}`, { BUYERS_FILE: file })
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('is set up in a file on the server'),
  ])

  expect(await lines('remove acme')).toEqual([0, 'Removed acme. Its leads will wait.'])
  expect(await lines('show acme')).toEqual([1, expect.stringContaining('No buyer named acme')])
  for (const line of ['show', 'frob', 'set', 'list acme', 'remove acme 2', 'show acme --revision 1'])
    expect([line, (await buyers(line)).code]).toEqual([line, 2])
})
