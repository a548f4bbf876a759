import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { REFUSALS } from '../../src/server/kernel/callRefusals.ts'
import { publishNewSites } from '../../src/server/publish/publishNewSites.ts'
import { openStore } from '../../src/store/openStore.ts'

const folder = mkdtempSync(join(tmpdir(), 'leadloom-sites-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder without a flow isn’t a site; problems and warnings of a flow are reported with their place and a hint', async () => {
  const sites = join(folder, 'sites')
  cpSync('fixtures/sites/yardstick', join(sites, 'good'), { recursive: true })
  mkdirSync(join(sites, 'begun'))
  writeFileSync(join(sites, '.DS_Store'), 'Bud1')
  const store = await openStore({ dataDir: join(folder, 'data'), hasThreads: false })
  const warnings: string[] = []
  const onWarning = (said: string) => void warnings.push(said)
  const publish = () =>
    publishNewSites(store, sites, {
      productName: 'Leadloom',
      now: 1_800_000_000_000,
      onWarning,
      refuses: () => null,
    })
  appendFileSync(join(sites, 'good', 'yardstick.css'), '\nh1 { quuxify: 1 }\n')
  await publish()
  expect(await store.paths()).toEqual(['good'])
  expect(warnings).toEqual([expect.stringMatching(/yardstick\.css:\d+:\d+ {2}.*quuxify/)])

  writeFileSync(join(sites, 'begun', 'flow.json'), '{ "ui_config": {}, }')
  await expect(publish()).rejects.toThrow(
    'flow.json:1:20  There’s an extra comma before this.  Remove the comma after the last entry.',
  )
  await store.close()
})

test.each(['studio', 'stats', 'desk'])(
  'a site in a folder %s is refused: the address is the server’s own',
  async (path) => {
    const sites = join(folder, `of-${path}`)
    cpSync('fixtures/sites/yardstick', join(sites, path), { recursive: true })
    const store = await openStore({ dataDir: join(folder, `data-${path}`) })
    const publishing = publishNewSites(store, sites, {
      productName: 'Leadloom',
      now: 0,
      onWarning: () => {},
      refuses: () => null,
    })
    await expect(publishing).rejects.toThrow(REFUSALS.ownAddress(path))
    expect(await store.paths()).toEqual([])
    await store.close()
  },
)
