import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { openStore } from '../../src/store/openStore.ts'
import { SMALL_FLOW } from '../server/smallFlow.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { leadloom, NOW } from './commandLine.ts'

const HOST = 'www.clicks.example'

async function stage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-hosts-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await layEmptyDatabase(dataDir)
  const say = (line: string) => leadloom(line, { env: { DATA_DIR: dataDir } })
  return { dataDir, say }
}

test('script hosts are added, listed and removed on the command line, and the audit log says so', async () => {
  const { say } = await stage()
  expect((await say('hosts')).out).toBe('No script hosts yet. Next: leadloom hosts add HOST')
  expect(await say(`hosts add ${HOST}`)).toEqual({
    code: 0,
    out: `Added ${HOST}. Flows may load scripts from it.`,
    err: '',
  })
  expect((await say(`hosts add ${HOST}`)).err).toContain(`${HOST} is already on the list.`)
  expect((await say('hosts')).out).toBe(`${HOST}  by console  since ${new Date(NOW).toISOString()}`)
  expect((await say('hosts remove cdn.example')).err).toContain("cdn.example isn't on the list.")
  expect((await say(`hosts remove ${HOST}`)).out).toBe(
    `Removed ${HOST}. Flows can no longer load scripts from it.`,
  )
  expect(JSON.parse((await say('hosts --json')).out)).toEqual({ hosts: [] })
  const { out } = await say('operators audit')
  expect(out).toMatch(/console.*remove_script_host[^]*console.*add_script_host/)
})

test('a host that a live flow loads scripts from can’t be removed, and the flow is named', async () => {
  const { dataDir, say } = await stage()
  await say(`hosts add ${HOST}`)
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = {
    everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' },
  }
  const store = await openStore({ dataDir, hasThreads: false })
  await store.publish({ path: 'small', flow, style: '', validators: '', icons: {}, at: 1 })
  await store.close()
  const { code, err } = await say(`hosts remove ${HOST}`)
  expect([code, err]).toEqual([1, expect.stringContaining('/small (version 1)')])
  expect((await say('hosts')).out).toContain(HOST)
})

test('warns without a server that the list is unknown, and checks it when publishing or rolling back', async () => {
  const checked = await leadloom('validate fixtures/broken/script_host_unchecked.json')
  expect([checked.code, checked.out]).toEqual([0, expect.stringContaining(HOST)])

  const { dataDir } = await stage()
  const say = (...words: string[]) =>
    leadloom(words, { env: { DATA_DIR: dataDir, OPERATOR_PORT: '3001' }, now: Date.now })
  const folder = join(dataDir, 'site')
  cpSync('fixtures/sites/yardstick', folder, { recursive: true })
  const publish = () => say('publish', folder, '--path', 'claims')
  expect((await publish()).code).toBe(0)
  const file = join(folder, 'flow.json')
  const flow = JSON.parse(readFileSync(file, 'utf8')) as FlowDocument
  flow.ui_config.entrypoint.tracking_scripts = {
    everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' },
  }
  writeFileSync(file, JSON.stringify(flow))
  const refused = await publish()
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining(`leadloom hosts add ${HOST}`)])
  await say('hosts', 'add', HOST)
  expect((await publish()).code).toBe(0)
  expect((await say('rollback', 'claims', '--to', '1')).code).toBe(0)
  await say('hosts', 'remove', HOST)
  const { code, err } = await say('rollback', 'claims', '--to', '2')
  expect([code, err]).toEqual([1, expect.stringContaining(`${HOST}, which is not on the list`)])
})

test.each([
  ['hosts drop x', 'Use add or remove, or none to list'],
  ['hosts add', 'Use hosts add HOST.'],
  ['hosts add a.example b.example', 'Use hosts add HOST.'],
  ['hosts add https://www.clicks.example', "isn't a host name"],
  ['hosts add WWW.clicks.example', "isn't a host name"],
  ['hosts add *.clicks.example', "isn't a host name"],
])('rejects %s', async (line, sentence) => {
  const { say } = await stage()
  const { code, err } = await say(line)
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)])
})
